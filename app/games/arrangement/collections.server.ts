import { listed } from '../../db/listed.server.ts'
import { ofPage, pageAt } from '../../lib/page-number.ts'
import { prepared } from '../../db/query.server.ts'
import { withoutCommonNew } from '../cards/badge-rules.ts'
import { CARD_COLUMNS, type Card, cardOf, type CardRow } from '../cards/card.server.ts'
import type { Order } from '../lists/list-orders.ts'
import { LISTING_SIZE, type ListingPage, pageListing } from '../lists/page-listing.server.ts'
import { arrangement, type PortalCollection } from './arrangement.ts'

/**
 * Returns all collections in the operators' order, from memory, including hidden ones (docs/product.md#collections).
 */
export function listCollections(): readonly PortalCollection[] {
  return arrangement().collections
}

/** Returns the public collection with this slug, from memory; null if it does not exist or is hidden. */
export function findCollection(slug: string): PortalCollection | null {
  return arrangement().collections.find((one) => one.slug === slug && !one.isHidden) ?? null
}

/** Returns the visible collections that have public games, in order, each with its first game. */
export async function listShownCollections(): Promise<(PortalCollection & { first: Card })[]> {
  const visible = arrangement().collections.filter(({ isHidden }) => !isHidden)
  if (!visible.length) return []
  const rows = await prepared<CardRow & { collection: number }>('first-of-collections', FIRST_GAMES, [
    visible.map(({ id }) => id),
  ])
  const firsts = new Map(rows.map((row) => [row.collection, cardOf(row)]))
  return visible.flatMap((one) => {
    const first = firsts.get(one.id)
    return first ? [{ ...one, first }] : []
  })
}

const FIRST_GAMES = `
  select c.id as collection, ${CARD_COLUMNS}
  from unnest($1::int[]) c(id) cross join lateral (
    (select game_id from game_categories where category = 'collection:' || c.id
     order by created_at desc, feed_position, game_id desc limit 1)
    union all
    (select p.game_id from collection_games p join games g on g.id = p.game_id
     where p.collection_id = c.id and ${listed('g')} order by p.position, p.game_id limit 1)
  ) f join games g on g.id = f.game_id join game_views v on v.game_id = f.game_id`

/**
 * The name under which `game_categories` stores the list of a rule-based collection, for functions that read lists of
 * categories. No address contains a colon, so nobody can request the list as a category.
 */
export function listOfCollection(id: number): string {
  return `collection:${id}`
}

/**
 * Returns the first public games of a collection: newest first for a rule, otherwise in the picked order. Returns none
 * if the collection does not exist.
 */
export async function listCollectionGames(id: number, limit: number): Promise<Card[]> {
  const collection = arrangement().collections.find((one) => one.id === id)
  return collection ? (await pageCollection(collection, 'newest', 1, limit)).games : []
}

/**
 * Returns a page of a collection. `order` applies only to a rule-based collection. A page out of range means page 1.
 */
export async function pageCollection(
  { id, name, isByRule }: Pick<PortalCollection, 'id' | 'name' | 'isByRule'>,
  order: Order,
  page: number,
  size = LISTING_SIZE,
): Promise<ListingPage> {
  if (isByRule) return pageListing({ kind: 'category', slug: listOfCollection(id), name }, order, page, { size })
  const [counted] = await prepared<{ games: number }>('count-picked-games', COUNT, [id])
  const total = counted?.games ?? 0
  const at = pageAt(total, page, size)
  const rows = await prepared<CardRow>(
    `picked-games-${size}${at.fromEnd ? '-from-end' : ''}`,
    pickedText(size, at.fromEnd),
    [id, at.offset],
  )
  return { games: withoutCommonNew(ofPage(rows, at).map(cardOf)), total, page: at.page, pages: at.pages }
}

const COUNT = `
  select count(*)::int as games from collection_games c join games g on g.id = c.game_id
  where c.collection_id = $1 and ${listed('g')}`

function pickedText(size: number, isFromEnd: boolean): string {
  const direction = isFromEnd ? 'desc' : 'asc'
  return `
    with c as materialized (
      select c.game_id, c.position from collection_games c join games g on g.id = c.game_id
      where c.collection_id = $1 and ${listed('g')}
      order by c.position ${direction}, c.game_id ${direction} limit ${size} offset $2
    )
    select ${CARD_COLUMNS}
    from c join games g on g.id = c.game_id join game_views v on v.game_id = c.game_id
    order by c.position, c.game_id`
}
