import { listed } from '../../db/listed.server.ts'
import { prepared } from '../../db/query.server.ts'
import { withoutCommonNew } from '../cards/badge-rules.ts'
import {
  CARD_COLUMNS,
  cardOf,
  NEWEST_FIRST,
  type Card,
  type CardRow,
  type CardSource,
  wideCardOf,
} from '../cards/card.server.ts'

/** `limit` is part of the SQL text. If it were a parameter, the planner would expect a tenth of the table. */
type Options = { limit: number; hideOriginals?: boolean }

const FROM_GAMES = 'from games g join game_views v on v.game_id = g.id'

export async function listNewestGames({ limit, hideOriginals = false }: Options): Promise<Card[]> {
  return cards(
    `newest-games-${limit}-${hideOriginals}`,
    `select ${CARD_COLUMNS} ${FROM_GAMES} where ${listed('g')} ${hideOriginals ? 'and not g.is_original' : ''}
     order by ${NEWEST_FIRST} limit ${limit}`,
  )
}

/** Returns games, most viewed first. */
export async function listPopularGames({ limit, hideOriginals = false }: Options): Promise<Card[]> {
  return cards(
    `popular-games-${limit}-${hideOriginals}`,
    `select ${CARD_COLUMNS} from game_views v join games g on g.id = v.game_id
     where ${listed('g')} ${hideOriginals ? 'and not g.is_original' : ''}
     order by v.views desc, v.game_id desc limit ${limit}`,
  )
}

/** Returns originals, newest first. */
export async function listOriginals(limit: number): Promise<Card[]> {
  return cards(
    `originals-${limit}`,
    `select ${CARD_COLUMNS} ${FROM_GAMES}
      where g.is_original and ${listed('g')} order by ${NEWEST_FIRST} limit ${limit}`,
  )
}

/** Returns self-hosted games (originals, included and uploaded ones), most viewed first. */
export async function listSelfHostedGames(limit: number): Promise<Card[]> {
  return cards(
    `own-games-${limit}`,
    `select ${CARD_COLUMNS} ${FROM_GAMES}
      where g.provider = 'own' and g.url like '/%' and ${listed('g')} order by v.views desc, g.id desc limit ${limit}`,
  )
}

/** Returns games with at least one of the tags (lower case), most viewed first (docs/product.md#lists-by-tag). */
export async function listTagged(tags: string[], limit: number): Promise<Card[]> {
  if (!tags.length) return []
  return cards(
    `tagged-games-${limit}`,
    `with t as materialized (
       select distinct t.game_id, t.views
       from unnest($1::text[]) wanted cross join lateral (
         select game_id, views from game_tags where tag = wanted order by views desc, game_id desc limit ${limit}
       ) t order by t.views desc, t.game_id desc limit ${limit}
     )
     select ${CARD_COLUMNS}
     from t join games g on g.id = t.game_id join game_views v on v.game_id = t.game_id
     order by v.views desc, g.id desc`,
    [tags],
  )
}

/**
 * Returns games of the same category except the game itself, most viewed first. If there are fewer than `fill`, popular
 * games are added (docs/product.md#related-games).
 */
export async function listRelated(
  game: { id: number; category: string },
  limit: number,
  fill: number,
): Promise<Card[]> {
  const related = await cards(
    `related-games-${limit}`,
    `with c as materialized (
       select game_id, views from game_categories where category = $1 and game_id <> $2
       order by views desc, game_id desc limit ${limit}
     )
     select ${CARD_COLUMNS}
     from c join games g on g.id = c.game_id join game_views v on v.game_id = c.game_id
     order by c.views desc, c.game_id desc`,
    [game.category, game.id],
  )
  if (related.length >= fill) return related
  const known = new Set([game.id, ...related.map((card) => card.id)])
  const popular = await listPopularGames({ limit: fill + known.size })
  return [...related, ...popular.filter((card) => !known.has(card.id))].slice(0, fill)
}

export type Wanted = Options & {
  /** The list's key in the result. */
  list: string
  /** All games, originals, self-hosted games, or a category by its slug. */
  of: 'all' | 'original' | 'own' | { category: string }
  order: 'newest' | 'most viewed'
  /** Uses 16:9 pictures for originals, too. */
  wide?: true
}

/**
 * Reads several lists in one query, so that a page with twenty lists needs one round trip. Lists without games are
 * absent from the result. `name` must be unique to `wanted`, apart from its category slugs. Cards include all badges,
 * since only the caller knows which lists are shown together (`withoutCommonNew`).
 */
export async function listTogether(name: string, wanted: Wanted[]): Promise<Map<string, Card[]>> {
  const categories = wanted.flatMap(({ of }) => (typeof of === 'string' ? [] : [of.category]))
  let category = 0
  const sources = wanted.map((one, place) => `(${sourceOf(one, place, typeof one.of === 'string' ? 0 : ++category)})`)
  const rows = await prepared<CardRow & { place: number }>(
    `together-${name}`,
    `with l as materialized (${sources.join(' union all ')})
     select l.place, ${CARD_COLUMNS}
     from l join games g on g.id = l.game_id join game_views v on v.game_id = l.game_id
     order by l.place, l.rank`,
    categories,
  )
  const lists = new Map<string, Card[]>()
  for (const row of rows) {
    const { list, wide } = wanted[row.place] as Wanted
    const cards = lists.get(list) ?? []
    cards.push(wide ? wideCardOf(row) : cardOf(row))
    lists.set(list, cards)
  }
  return lists
}

/** Returns a query for the ids of a list with their rank. Each list is read in the order of an index. */
function sourceOf({ of, order, limit, hideOriginals = false }: Wanted, place: number, parameter: number): string {
  const select = (id: string, from: string, where: string, orderBy: string) =>
    `select ${place} as place, ${id} as game_id, row_number() over (order by ${orderBy}) as rank
     from ${from} where ${where} order by ${orderBy} limit ${limit}`
  const shown = hideOriginals ? 'and not is_original' : ''
  if (typeof of !== 'string') {
    const orderBy = order === 'newest' ? 'created_at desc, feed_position, game_id desc' : 'views desc, game_id desc'
    return select('game_id', 'game_categories', `category = $${parameter} ${shown}`, orderBy)
  }
  const part = { all: '', original: 'and is_original', own: `and provider = 'own'` }[of]
  const which = `${listed('g')} ${part} ${of === 'original' ? '' : shown}`
  if (order === 'newest') return select('id', 'games g', which, 'created_at desc, feed_position, id desc')
  return select('game_id', 'game_views v join games g on g.id = v.game_id', which, 'v.views desc, v.game_id desc')
}

/**
 * Returns the number of games per list: keys `all`, `original` and `category:` with the slug. Categories without games
 * are absent.
 */
export async function countGames(lists: string[]): Promise<Map<string, number>> {
  const rows = await prepared<{ list: string; games: number }>(
    'count-games',
    'select list, games from game_counts where list = any($1)',
    [lists],
  )
  return new Map(rows.map((row) => [row.list, row.games]))
}

/** Returns the cards of a source in its order. Reads from the primary, so that players see their latest changes. */
export async function listCards({ name, text, values }: CardSource): Promise<Card[]> {
  const rows = await prepared<CardRow>(
    `cards-${name}`,
    `with s as materialized (${text})
     select ${CARD_COLUMNS}
     from s join games g on g.id = s.game_id join game_views v on v.game_id = s.game_id
     order by s.rank`,
    values,
  )
  return withoutCommonNew(rows.map(cardOf))
}

async function cards(name: string, text: string, values: unknown[] = []): Promise<Card[]> {
  return withoutCommonNew((await prepared<CardRow>(name, text, values)).map(cardOf))
}
