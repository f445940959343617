import { eq } from 'drizzle-orm'
import { database, type Transaction } from '../../db/connection.server.ts'
import { prepared, preparedIn } from '../../db/query.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { MAX_RECENT, RECENT_IN_ROW } from './recent-rules.ts'

/** Records that a player has just played a game. An unknown game is ignored. */
export async function recordRecentGame(playerId: string, gameId: number): Promise<void> {
  await database().transaction((tx) => addRecentGames(tx, playerId, [{ id: gameId, at: null }]))
}

/**
 * Adds games to a player's recently played ones, each with its time (ms; null means now, as does a time in the future).
 * Each game keeps its latest time, and the latest MAX_RECENT games stay. Unknown games are ignored. Returns how many of
 * the games exist.
 */
export async function addRecentGames(
  tx: Transaction,
  playerId: string,
  played: { id: number; at: number | null }[],
): Promise<number> {
  const ids = played.map(({ id }) => id)
  const times = played.map(({ at }) => (at === null ? null : new Date(at)))
  // One transaction per player at a time: two tabs that add and trim would deadlock on each other's rows.
  await tx.select({ id: players.id }).from(players).where(eq(players.id, playerId)).for('no key update')
  const [known] = await preparedIn<{ games: number }>(tx, 'recent-add', ADD, [playerId, ids, times])
  await preparedIn(tx, 'recent-trim', TRIM, [playerId])
  return known?.games ?? 0
}

const ADD = `
  with known as (
    select g.id, max(p.at) as at from unnest($2::int[], $3::timestamptz[]) as p(id, at)
    join games g on g.id = p.id group by g.id
  ), noted as (
    insert into recent_games as r (player_id, game_id, played_at)
    select $1::uuid, id, least(at, now()) from known
    on conflict (player_id, game_id) do update set played_at = greatest(r.played_at, excluded.played_at)
  )
  select count(*)::int as games from known`

const TRIM = `
  delete from recent_games where player_id = $1 and game_id in (
    select game_id from recent_games where player_id = $1
    order by played_at desc nulls last, game_id offset ${MAX_RECENT}
  )`

/** Removes a game from a player's recently played ones, if it is there. */
export async function removeRecentGame(playerId: string, gameId: number): Promise<void> {
  await prepared('remove-recent', 'delete from recent_games where player_id = $1 and game_id = $2', [playerId, gameId])
}

export async function clearRecentGames(playerId: string): Promise<void> {
  await prepared('clear-recent', 'delete from recent_games where player_id = $1', [playerId])
}

/**
 * Subquery for `players p`: ids of each player's recently played games, latest first, at most RECENT_IN_ROW, as JSON.
 */
export const RECENT_IDS = `(
  select coalesce(json_agg(game_id order by played_at desc nulls last, game_id), '[]') from (
    select game_id, played_at from recent_games where player_id = p.id
    order by played_at desc nulls last limit ${RECENT_IN_ROW}
  ) r)`
