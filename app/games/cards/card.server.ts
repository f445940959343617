import { isHot, isNew } from './badge-rules.ts'
import { pictureOf, tallPictureOf, type Picture } from '../pictures/picture.server.ts'

/** The data of a game's card, and no more: loaders send it twice, as HTML and as data. */
export type Card = {
  id: number
  slug: string
  title: string
  /** 3:4 for an original, 16:9 for all others. */
  picture: Picture
  /** At most two categories, and how many more there are. */
  categories: string[]
  moreCategories?: number
  badges?: ('NEW' | 'HOT')[]
  isOriginal?: true
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
}

/**
 * A query for the games to list, with the columns `game_id` and `rank` (the order). So a domain that knows only game
 * ids selects the games, and `listCards` reads the cards in the same query. `name` must be unique to the text.
 */
export type CardSource = { name: string; text: string; values: unknown[] }

/** The columns of a CardRow, from `games g` and `game_views v`. */
export const CARD_COLUMNS = `g.id, g.slug, g.title, g.provider, array_to_string(g.categories, ',') as categories,
  g.image_url, g.image_small_url, g.poster_url, g.poster_small_url,
  g.is_original, g.created_at, v.views::float8 as views`

/** The order of every "newest" list: the feed's order breaks ties, then the id (docs/product.md#sort-order). */
export const NEWEST_FIRST = 'g.created_at desc, g.feed_position, g.id desc'

const CHIPS = 2

export function cardOf(row: CardRow): Card {
  const categories = row.categories ? row.categories.split(',') : []
  const badges: Card['badges'] = []
  if (isNew(row.created_at)) badges.push('NEW')
  if (isHot(row.views)) badges.push('HOT')
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    picture: row.is_original ? tallPictureOf(row) : pictureOf(row),
    categories: categories.slice(0, CHIPS),
    ...(categories.length > CHIPS && { moreCategories: categories.length - CHIPS }),
    ...(badges.length && { badges }),
    ...(row.is_original && { isOriginal: true as const }),
  }
}

/** As `cardOf`, with a 16:9 picture for originals too: a mixed row would be as high as its highest card. */
export function wideCardOf(row: CardRow): Card {
  return cardOf({ ...row, is_original: false })
}
