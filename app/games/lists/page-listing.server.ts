import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import { shownTags } from '../arrangement/known-tags.ts'
import { withoutCommonNew } from '../cards/badge-rules.ts'
import { CARD_COLUMNS, cardOf, type Card, type CardRow } from '../cards/card.server.ts'
import type { Listing } from '../catalogue/category-rules.ts'
import { countGames } from './list-games.server.ts'
import type { Order } from './list-orders.ts'
import { ofPage, pageAt } from '../../lib/page-number.ts'

/**
 * The number of games on a page of a category. It fills rows of two to six cards (docs/product.md#lists-of-a-category).
 */
export const LISTING_SIZE = 60

/** New and Popular end after this many games, so that they do not repeat the whole list of games. */
const COLLECTION_SIZE = 5 * LISTING_SIZE

/**
 * `tags` (at most two) and `moreTags` (the number of others) are present only if the list requests them
 * (docs/product.md#cards).
 */
export type ListedCard = Card & { tags?: string[]; moreTags?: number }

export type ListingPage = { games: ListedCard[]; total: number; page: number; pages: number }

type Options = { size?: number; withTags?: boolean }

/**
 * Returns a page of a category, a collection or all games. `order` applies only to lists with more than one order
 * (`hasOrders`). A page out of range means page 1.
 */
export async function pageListing(
  listing: Listing | 'all',
  order: Order,
  page: number,
  { size = LISTING_SIZE, withTags = false }: Options = {},
): Promise<ListingPage> {
  const by = orderOf(listing, order)
  return pageOfList(sourceOf(listing, by), by, page, size, withTags)
}

/** Whether a list has more than one sort order. */
export function hasOrders(listing: Listing): boolean {
  return listing.kind === 'category' || listing.collection === 'original'
}

function orderOf(listing: Listing | 'all', order: Order): Order {
  if (listing === 'all' || hasOrders(listing)) return order
  return listing.kind === 'collection' && listing.collection === 'new' ? 'newest' : 'most-played'
}

/** For each order there is an index of `game_categories`, which can be read from either end. */
const BY: Record<Order, { first: string; fromEnd: string }> = {
  newest: {
    first: 'created_at desc, feed_position, game_id desc',
    fromEnd: 'created_at, feed_position desc, game_id',
  },
  'most-played': { first: 'views desc, game_id desc', fromEnd: 'views, game_id' },
  'a-z': { first: 'title, game_id', fromEnd: 'title desc, game_id desc' },
}

/**
 * The name of a list in `game_counts`, and the rows that it is read from, at most `limit`. `name` must be unique to
 * `from` and `values`.
 */
type Source = { list: string; name: string; from: string; values: string[]; limit?: number }

function sourceOf(listing: Listing | 'all', order: Order): Source {
  if (listing === 'all') {
    return { list: 'all', name: 'all', from: order === 'most-played' ? ALL_BY_VIEWS : ALL, values: [] }
  }
  if (!hasOrders(listing)) {
    const { from, ...all } = sourceOf('all', order)
    const first = `(select * from ${from} order by ${BY[order].first} limit ${COLLECTION_SIZE}) first`
    return { ...all, name: 'first', from: first, limit: COLLECTION_SIZE }
  }
  if (listing.kind === 'collection') return { list: 'original', name: 'original', from: ORIGINALS, values: [] }
  const { slug } = listing
  return { list: `category:${slug}`, name: 'category', from: 'game_categories where category = $2', values: [slug] }
}

/** For the list of all games, each sort order is an index of a single table, since views are in a separate table. */
const ALL = `(
  select g.id as game_id, g.created_at, g.feed_position, g.search_title as title from games g where ${listed('g')}
) o`
const ALL_BY_VIEWS = `(
  select v.game_id, v.views from game_views v join games g on g.id = v.game_id where ${listed('g')}
) o`

/** There are few originals, so one index serves all orders. */
const ORIGINALS = `(
  select g.id as game_id, g.created_at, g.feed_position, v.views, g.search_title as title
  from games g join game_views v on v.game_id = g.id where g.is_original and ${listed('g')}
) o`

async function pageOfList(
  { list, name, from, values, limit = Infinity }: Source,
  order: Order,
  page: number,
  size: number,
  withTags: boolean,
): Promise<ListingPage> {
  const total = Math.min((await countGames([list])).get(list) ?? 0, limit)
  const at = pageAt(total, page, size)
  const by = BY[order][at.fromEnd ? 'fromEnd' : 'first']
  const rows = await prepared<ListedRow>(
    `listing-${name}-${order}-${size}${withTags ? '-tags' : ''}${at.fromEnd ? '-from-end' : ''}`,
    `with c as materialized (
       select game_id, row_number() over (order by ${by}) as place from ${from}
       order by ${by} limit ${size} offset $1
     )
     select ${CARD_COLUMNS}${withTags ? ', g.tags' : ''}
     from c join games g on g.id = c.game_id join game_views v on v.game_id = c.game_id
     order by c.place ${at.fromEnd ? 'desc' : ''}`,
    [at.offset, ...values],
  )
  return { games: withoutCommonNew(ofPage(rows, at).map(listedCardOf)), total, page: at.page, pages: at.pages }
}

const TAGS = 2

type ListedRow = CardRow & { tags?: string[] }

function listedCardOf(row: ListedRow): ListedCard {
  const tags = row.tags && shownTags(row.tags)
  return {
    ...cardOf(row),
    ...(tags && { tags: tags.slice(0, TAGS), ...(tags.length > TAGS && { moreTags: tags.length - TAGS }) }),
  }
}
