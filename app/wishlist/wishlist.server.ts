import type { Transaction } from '../db/connection.server.ts'
import { isPublic } from '../db/public-games.server.ts'
import { prepared, preparedIn } from '../db/query.server.ts'
import type { CardSource } from '../games/cards/card.server.ts'
import { PLAYER_OF_TOKEN } from '../server/sessions/session.server.ts'
import { MAX_WISHES, type MovedWishes, WISHES_ON_PAGE } from './wishlist-rules.ts'

/**
 * Adds a game to a player's wishlist, unless it is already there (docs/product.md#wishlist). A game that is not public
 * counts as no game, since the list would reveal its title. Returns `full` if the game is not on the list and the list
 * has reached its limit. There is a limit because the shell reads the whole list for each page.
 */
export async function addWish(playerId: string, gameId: number): Promise<'there' | 'no game' | 'full'> {
  const [found] = await prepared<Found & { isFull: boolean }>('add-wish', ADD, [playerId, gameId])
  if (found?.games !== 1) return 'no game'
  return found.isFull ? 'full' : 'there'
}

/** Removes a game from a player's wishlist, if it is there. Returns `there` if the game exists. */
export async function removeWish(playerId: string, gameId: number): Promise<'there' | 'no game'> {
  const [found] = await prepared<Found>('remove-wish', REMOVE, [playerId, gameId])
  return found?.games === 1 ? 'there' : 'no game'
}

/** Counts the games on the wishlist of a session's player. Returns null for an invalid session. */
export async function countWishes(token: string): Promise<number | null> {
  const [row] = await prepared<{ wishes: number }>('count-wishes', COUNT, [token])
  return row?.wishes ?? null
}

/** Returns a page of the wishlist of a session's player, newest first, as a source for `listCards`. */
export function wishesOnPage(token: string, page: number): CardSource {
  return {
    name: 'wishes-on-page',
    text: `${NEWEST} limit ${WISHES_ON_PAGE} offset $2`,
    values: [token, (page - 1) * WISHES_ON_PAGE],
  }
}

/**
 * Adds locally saved games to a player's wishlist, each with the time at which it was saved (in ms, at most now). Games
 * that are unknown or not public are ignored, and existing entries do not change. If not all games fit, the latest are
 * added. Returns the ids on the list afterwards (`moved`) and those that did not fit (`left`).
 */
export async function addRememberedWishes(
  tx: Transaction,
  playerId: string,
  wishes: { id: number; at: number }[],
): Promise<MovedWishes> {
  const values = [playerId, wishes.map(({ id }) => id), wishes.map(({ at }) => new Date(at))]
  const rows = await preparedIn<{ id: number; fits: boolean }>(tx, 'add-remembered-wishes', ADD_REMEMBERED, values)
  const idsWhere = (wanted: boolean) => rows.filter(({ fits }) => fits === wanted).map(({ id }) => id)
  return { moved: idsWhere(true), left: idsWhere(false) }
}

/** Subquery for `players p`. It selects the ids of the games on each player's wishlist, newest first, as JSON. */
export const WISH_IDS = `(
  select coalesce(json_agg(game_id order by created_at desc, id desc), '[]')
    from wishlist_entries where player_id = p.id)`

type Found = { games: number }

const gameWhere = (condition: string) =>
  `with game as materialized (select id from games where id = $2 ${condition} for key share)`

const ADD = `${gameWhere(`and ${isPublic()}`)},
  mine as (select count(*) >= ${MAX_WISHES} and not coalesce(bool_or(game_id = $2), false) as full
    from wishlist_entries where player_id = $1),
  made as (
    insert into wishlist_entries (player_id, game_id) select $1, id from game, mine where not mine.full
    on conflict do nothing
  )
  select (select count(*)::int from game) as games, mine.full as "isFull" from mine`

/** Insert in the order of ids, so that two concurrent requests never deadlock. */
const ADD_REMEMBERED = `
  with known as (
    select g.id, max(w.at) as at from unnest($2::int[], $3::timestamptz[]) as w(id, at)
    join games g on g.id = w.id and ${isPublic('g')} group by g.id
  ), mine as materialized (
    select game_id from wishlist_entries where player_id = $1::uuid
  ), fitting as materialized (
    select id, at from known where id not in (select game_id from mine) order by at desc, id
    limit greatest(0, ${MAX_WISHES} - (select count(*) from mine))
  ), made as (
    insert into wishlist_entries (player_id, game_id, created_at)
    select $1::uuid, id, least(at, now()) from fitting order by id
    on conflict do nothing
  )
  select id, id in (select game_id from mine union all select id from fitting) as fits from known order by id`

const REMOVE = `${gameWhere('')},
  gone as (delete from wishlist_entries where player_id = $1 and game_id = $2)
  select count(*)::int as games from game`

const COUNT = `
  select (select count(*)::int from wishlist_entries where player_id = p.id) as wishes
  from players p where p.id = ${PLAYER_OF_TOKEN}`

// This order must match the index.
const ORDER = 'created_at desc nulls last, id desc nulls last'

const NEWEST = `
  select game_id, row_number() over (order by ${ORDER}) as rank
  from wishlist_entries where player_id = ${PLAYER_OF_TOKEN} order by ${ORDER}`
