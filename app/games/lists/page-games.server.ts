import { listed } from '../../db/listed.server.ts'
import { preparedOnReplica } from '../../db/query.server.ts'
import { withTellingBadges } from '../cards/badge-rules.ts'
import { CARD_COLUMNS, cardOf, NEWEST_FIRST, type Card, type CardRow } from '../cards/card.server.ts'
import { findCategory, categorySlug } from '../catalogue/category-rules.ts'
import { countGames } from './list-games.server.ts'
import { ofPage, pageAt } from '../../lib/page-at.ts'

/** Games on a page of `/games` (docs/product.md, Lists). */
export const PAGE_SIZE = 105

export type ListedCard = Card & {
  /** At most two tags, and how many more there are (docs/product.md, Lists). */
  tags: string[]
  moreTags?: number
}

export type GamesPage = { games: ListedCard[]; total: number; page: number; pages: number }

/**
 * One page of `/games`: all games, or those of the filter (a category's name, slug or synonym), newest first. A page
 * out of range means page 1.
 */
export async function pageGames({ filter, page }: { filter: string; page: number }): Promise<GamesPage> {
  const category = filter === 'all' ? null : categorySlug(findCategory(filter) ?? filter)
  const list = category === null ? 'all' : `category:${category}`
  const total = (await countGames([list])).get(list) ?? 0
  const at = pageAt(total, page, PAGE_SIZE)
  const { fromEnd } = at
  const source =
    category === null
      ? `select id from games g where ${listed('g')} order by ${fromEnd ? OLDEST : NEWEST_FIRST} limit ${PAGE_SIZE} offset $1`
      : `select game_id as id from game_categories g where category = $2 order by ${(fromEnd ? OLDEST : NEWEST_FIRST).replace('g.id', 'g.game_id')} limit ${PAGE_SIZE} offset $1`
  const rows = await preparedOnReplica<CardRow & { tags: string[] }>(
    `page-games-${category === null ? 'all' : 'category'}${fromEnd ? '-from-end' : ''}`,
    `with p as materialized (${source})
     select ${CARD_COLUMNS}, g.tags from p join games g on g.id = p.id join game_views v on v.game_id = p.id order by ${NEWEST_FIRST}`,
    [at.offset, ...(category === null ? [] : [category])],
  )
  return { games: withTellingBadges(ofPage(rows, at).map(listedCardOf)), total, page: at.page, pages: at.pages }
}

const OLDEST = 'g.created_at, g.feed_position desc, g.id'
const TAGS = 2

function listedCardOf(row: CardRow & { tags: string[] }): ListedCard {
  return {
    ...cardOf(row),
    tags: row.tags.slice(0, TAGS),
    ...(row.tags.length > TAGS && { moreTags: row.tags.length - TAGS }),
  }
}
