import { shownCategories } from '../arrangement/known-categories.ts'
import { isHot, isNew } from './badge-rules.ts'
import { pictureOf, tallPictureOf, type Picture } from '../pictures/picture.server.ts'

/** The data of a game's card. It is minimal, since pages contain it twice: as HTML and as loader data. */
export type Card = {
  id: number
  /** Empty for a visitor's saved game that is not public: the browser knows only its id. */
  slug: string
  title: string
  /** 3:4 for an original, 16:9 for all other games. */
  picture: Picture
  /** At most two categories. `moreCategories` is the number of the others. */
  categories: string[]
  moreCategories?: number
  badges?: ('NEW' | 'HOT')[]
  isOriginal?: true
  /** The game is not public at the moment; only a player's own lists have such games. */
  isUnavailable?: true
}

export type CardRow = {
  id: number
  slug: string
  title: string
  provider: string
  /** Joined with commas: the driver parses arrays slowly, and a page has hundreds. */
  categories: string
  image_url: string | null
  image_small_url: string | null
  poster_url: string | null
  poster_small_url: string | null
  is_original: boolean
  created_at: Date
  views: number
  is_unavailable: boolean
}

/**
 * A query for the games to list, with the columns `game_id` and `rank` (the order). So a domain that knows only game
 * ids selects the games, and `listCards` reads the cards in the same query. `name` must be unique to the text.
 */
export type CardSource = { name: string; text: string; values: unknown[] }

/** The columns of a CardRow, from `games g` and `game_views v`. */
export const CARD_COLUMNS = `g.id, g.slug, g.title, g.provider, array_to_string(g.categories, ',') as categories,
  g.image_url, g.image_small_url, g.poster_url, g.poster_small_url,
  g.is_original, g.created_at, v.views::float8 as views,
  g.status not in ('published', 'delisted') as is_unavailable`

/**
 * The order of every "newest" list. Games of the same time are in the feed's order, then sorted by id
 * (docs/product.md#sort-order).
 */
export const NEWEST_FIRST = 'g.created_at desc, g.feed_position, g.id desc'

const CHIPS = 2

export function cardOf(row: CardRow): Card {
  const categories = row.categories ? shownCategories(row.categories.split(',')) : []
  const badges: Card['badges'] = []
  if (isNew(row.created_at) && !row.is_unavailable) badges.push('NEW')
  if (isHot(row.views) && !row.is_unavailable) badges.push('HOT')
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    picture: row.is_original ? tallPictureOf(row) : pictureOf(row),
    categories: categories.slice(0, CHIPS),
    ...(categories.length > CHIPS && { moreCategories: categories.length - CHIPS }),
    ...(badges.length && { badges }),
    ...(row.is_original && { isOriginal: true as const }),
    ...(row.is_unavailable && { isUnavailable: true as const }),
  }
}

/** Like `cardOf`, but with a 16:9 picture for originals as well, since one tall card would make a whole row taller. */
export function wideCardOf(row: CardRow): Card {
  return cardOf({ ...row, is_original: false })
}
