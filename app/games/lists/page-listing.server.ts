import { listed } from '../../db/listed.server.ts'
import { preparedOnReplica } from '../../db/query.server.ts'
import { withTellingBadges } from '../cards/badge-rules.ts'
import { CARD_COLUMNS, cardOf, type Card, type CardRow } from '../cards/card.server.ts'
import type { Listing } from '../catalogue/category-rules.ts'
import { countGames, listNewestGames, listPopularGames } from './list-games.server.ts'
import type { Order } from './list-orders.ts'
import { ofPage, pageAt } from '../../lib/page-at.ts'

/** Games on a page of a category, which fills rows of two to six (docs/product.md, Lists). */
export const LISTING_SIZE = 60

/** New and Popular are the beginning of all games, and no second list of them. */
const COLLECTION_SIZE = 5 * LISTING_SIZE

export type ListingPage = { games: Card[]; total: number; page: number; pages: number }

/** One page of `/category/{slug}`, in an order where its list has more than one. A page out of range means page 1. */
export async function pageListing(listing: Listing, order: Order, page: number): Promise<ListingPage> {
  if (listing.kind === 'category') return pageOfList(`category:${listing.slug}`, listing.slug, order, page)
  if (listing.collection === 'original') return pageOfList('original', null, order, page)
  const all = (await countGames(['all'])).get('all') ?? 0
  const total = Math.min(all, COLLECTION_SIZE)
  const at = pageAt(total, page, LISTING_SIZE)
  const list = listing.collection === 'new' ? listNewestGames : listPopularGames
  const games = (await list({ limit: COLLECTION_SIZE })).slice((at.page - 1) * LISTING_SIZE, at.page * LISTING_SIZE)
  return { games, total, page: at.page, pages: at.pages }
}

/** Whether a list can be read in more than one order. */
export function hasOrders(listing: Listing): boolean {
  return listing.kind === 'category' || listing.collection === 'original'
}

/** Each order has an index of `game_categories`, which is read from either end. */
const BY: Record<Order, { first: string; fromEnd: string }> = {
  newest: {
    first: 'created_at desc, feed_position, game_id desc',
    fromEnd: 'created_at, feed_position desc, game_id',
  },
  'most-played': { first: 'views desc, game_id desc', fromEnd: 'views, game_id' },
  'a-z': { first: 'title, game_id', fromEnd: 'title desc, game_id desc' },
}

/** Our own originals are few, and an index has them together. */
const ORIGINALS = `(
  select g.id as game_id, g.created_at, g.feed_position, v.views, g.search_title as title
  from games g join game_views v on v.game_id = g.id where g.is_original and ${listed('g')}
) o`

async function pageOfList(list: string, category: string | null, order: Order, page: number): Promise<ListingPage> {
  const total = (await countGames([list])).get(list) ?? 0
  const at = pageAt(total, page, LISTING_SIZE)
  const by = BY[order][at.fromEnd ? 'fromEnd' : 'first']
  const from = category === null ? ORIGINALS : 'game_categories where category = $2'
  const rows = await preparedOnReplica<CardRow>(
    `listing-${category === null ? 'original' : 'category'}-${order}${at.fromEnd ? '-from-end' : ''}`,
    `with c as materialized (
       select game_id, row_number() over (order by ${by}) as place from ${from}
       order by ${by} limit ${LISTING_SIZE} offset $1
     )
     select ${CARD_COLUMNS}
     from c join games g on g.id = c.game_id join game_views v on v.game_id = c.game_id
     order by c.place ${at.fromEnd ? 'desc' : ''}`,
    [at.offset, ...(category === null ? [] : [category])],
  )
  return { games: withTellingBadges(ofPage(rows, at).map(cardOf)), total, page: at.page, pages: at.pages }
}
