import type pg from 'pg'
import { database } from '../../../db/connection.server.ts'
import { prepared } from '../../../db/query.server.ts'
import type { AgeRating, GameStatus } from '../../../db/schema/games.server.ts'
import { type Picture, pictureOf } from '../../pictures/picture.server.ts'
import { type Selection, selectionOf } from './selection.server.ts'
import { GAMES_ON_PAGE, type GamesQuery, MAX_COUNTED } from './table-rules.ts'

/** A row of the table. */
export type ListedGame = {
  id: number
  slug: string
  title: string
  provider: string
  categories: string[]
  status: GameStatus
  reason: string
  ageRating: AgeRating | null
  isFeatured: boolean
  isOriginal: boolean
  isEdited: boolean
  picture: Picture
  createdAt: Date
  /** In the last seven days, as of the last full hour. */
  plays: number
  failures: number
}

type Row = Omit<ListedGame, 'picture'> & { image_url: string | null; image_small_url: string | null }

/** Loads a page of the table, the number of all games that the query selects, capped, and the choice of providers. */
export async function loadGamesTable(query: GamesQuery) {
  const [page, providers] = await Promise.all([listManagedGames(query), listProviders()])
  const isWhole = !query.after && page.next === null
  return { ...page, count: isWhole ? page.games.length : await countManagedGames(query), providers }
}

/** Lists a page of the games that a query selects. `next` is the id to continue after; null on the last page. */
export async function listManagedGames(
  query: GamesQuery,
  limit = GAMES_ON_PAGE,
): Promise<{ games: ListedGame[]; next: number | null }> {
  const selection = selectionOf(query)
  const { key, id, keyOf } = selection
  const values = [...selection.values]
  const direction = selection.isDescending ? 'desc' : 'asc'
  const beyond = (position: string) =>
    `and (${key}, ${id}) ${selection.isDescending ? '<' : '>'} (${keyOf(position)}, ${position})`
  const page = query.after ? beyond(`$${values.push(query.after)}`) : ''
  const rows = await run<Row>(
    `${query.after ? 'more' : 'list'}-${limit}-${selection.shape}`,
    selection,
    `${selection.with}
     select ${COLUMNS}
     from (select ${key} as key, ${id} as id ${selection.from} ${page}
       order by ${key} ${direction}, ${id} ${direction} limit ${limit + 1}) p
     join games g on g.id = p.id left join game_weeks w on w.game_id = p.id
     order by p.key ${direction}, p.id ${direction}`,
    values,
  )
  const games = rows.slice(0, limit).map(listedGame)
  return { games, next: rows.length > limit ? (games.at(-1)?.id ?? null) : null }
}

const COLUMNS = `g.id, g.slug, g.title, g.provider, g.categories, g.status, g.status_reason as reason,
  g.age_rating as "ageRating",
  g.is_featured as "isFeatured", g.is_original as "isOriginal",
  coalesce((select true from game_overrides o where o.game_id = g.id limit 1), false) as "isEdited",
  g.image_url, g.image_small_url,
  g.created_at as "createdAt", coalesce(w.plays, 0) as plays, coalesce(w.failures, 0) as failures`

function listedGame({ image_url, image_small_url, ...game }: Row): ListedGame {
  return { ...game, picture: pictureOf({ id: game.id, image_url, image_small_url }) }
}

/** Counts the games that a query selects: at most one more than MAX_COUNTED, or exactly. */
export async function countManagedGames(query: GamesQuery, { isExact = false } = {}): Promise<number> {
  const selection = selectionOf({ ...query, sort: 'newest' })
  const [row] = await run<{ count: number }>(
    `${isExact ? 'count' : 'cap'}-${selection.shape}`,
    selection,
    `${selection.with}
     select count(*)::int as count from (select ${selection.from} ${isExact ? '' : `limit ${MAX_COUNTED + 1}`}) c`,
    selection.values,
  )
  return row?.count ?? 0
}

/**
 * Runs a statement of a selection, prepared if at most one filter is set. Combinations are planned each time for their
 * values, since their sizes differ too much for one plan, and as prepared statements they would fill each connection.
 */
async function run<Result>(name: string, { filters }: Selection, text: string, values: unknown[]): Promise<Result[]> {
  if (filters <= 1) return prepared<Result>(`console-${name}`, text, values)
  return (await database().$client.query<Result & pg.QueryResultRow>(text, values)).rows
}

/** The providers of all games, for the filter. Jumps from one to the next in the index. */
export async function listProviders(): Promise<string[]> {
  const rows = await prepared<{ provider: string }>('console-providers', PROVIDERS)
  return rows.map(({ provider }) => provider)
}

const PROVIDERS = `
  with recursive found as (
    (select provider from games where status <> 'deleted' order by provider limit 1)
    union all
    select (select g.provider from games g where g.status <> 'deleted' and g.provider > f.provider
      order by g.provider limit 1)
    from found f where f.provider is not null
  )
  select provider from found where provider is not null`
