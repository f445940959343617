import { browserList, isStoredItem } from '../../ui/browser-list.ts'
import type { Card } from '../cards/card.server.ts'
import type { Picture } from '../pictures/picture.server.ts'
import { MAX_RECENT } from './recent-rules.ts'

/** A game that a visitor played, with the data of its card. */
export type LocalGame = {
  id: number
  slug: string
  title: string
  /** 16:9. */
  picture: Picture
  categories: string[]
  /** When the game was last played, in milliseconds. */
  at: number
}

const KEY = 'playhall:recent'

/** The games played in this browser while signed out, most recent first. */
export const localRecent = browserList<LocalGame>({
  key: KEY,
  max: MAX_RECENT,
  isItem: isLocalGame,
  onChange: (games) => document.documentElement.toggleAttribute('data-recent', games.length > 0),
})

/**
 * Inline script for the head. Before the first paint, it marks that the row "Continue playing" will appear, so that its
 * space is reserved (`.recent-placeholder`). The cached page itself is the same for everybody.
 */
export const RECENT_SCRIPT =
  `(()=>{try{if(JSON.parse(localStorage["${KEY}"]).some(g=>g.id>0&&g.slug))` +
  'document.documentElement.setAttribute("data-recent","")}catch{}})()'

const CHIPS = 2

export function cardOfLocal({ id, slug, title, picture, categories }: LocalGame, isUnavailable: boolean): Card {
  return {
    id,
    slug,
    title,
    picture,
    categories: categories.slice(0, CHIPS),
    ...(categories.length > CHIPS && { moreCategories: categories.length - CHIPS }),
    ...(isUnavailable && { isUnavailable }),
  }
}

function isLocalGame(found: unknown): found is LocalGame {
  if (!isStoredItem(found)) return false
  const { slug, title, picture, categories } = found as Partial<LocalGame>
  return (
    typeof slug === 'string' &&
    /^[a-z0-9-]{1,120}$/.test(slug) &&
    typeof title === 'string' &&
    isPath(picture?.src) &&
    isPath(picture?.small) &&
    Array.isArray(categories) &&
    categories.every((category) => typeof category === 'string')
  )
}

function isPath(found: unknown): boolean {
  return typeof found === 'string' && found.startsWith('/')
}
