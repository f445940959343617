import { eq } from 'drizzle-orm'
import { database, type Transaction } from '../../db/connection.server.ts'
import { isPublic } from '../../db/public-games.server.ts'
import { prepared, preparedIn } from '../../db/query.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { MAX_RECENT, RECENT_IN_ROW } from './recent-rules.ts'

/** Records that a player has just played a game. A game that is unknown or not public is ignored. */
export async function recordRecentGame(playerId: string, gameId: number): Promise<void> {
  await database().transaction((tx) => addRecentGames(tx, playerId, [{ id: gameId, at: null }]))
}

/**
 * Adds games to a player's recently played games, each with a time in ms; null and future times mean now. For a game
 * that is already in the list, the later time remains. Only the latest MAX_RECENT games remain. Games that are unknown
 * or not public are ignored. Returns how many of the games are public.
 */
export async function addRecentGames(
  tx: Transaction,
  playerId: string,
  played: { id: number; at: number | null }[],
): Promise<number> {
  const ids = played.map(({ id }) => id)
  const times = played.map(({ at }) => (at === null ? null : new Date(at)))
  // Only one transaction per player runs at a time. Two tabs that add and trim rows could otherwise deadlock.
  await tx.select({ id: players.id }).from(players).where(eq(players.id, playerId)).for('no key update')
  const [known] = await preparedIn<{ games: number }>(tx, 'recent-add', ADD, [playerId, ids, times])
  await preparedIn(tx, 'recent-trim', TRIM, [playerId])
  return known?.games ?? 0
}

const ADD = `
  with known as (
    select g.id, max(p.at) as at from unnest($2::int[], $3::timestamptz[]) as p(id, at)
    join games g on g.id = p.id and ${isPublic('g')} group by g.id
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

/** Removes a game from a player's recently played games, if it is in the list. */
export async function removeRecentGame(playerId: string, gameId: number): Promise<void> {
  await prepared('remove-recent', 'delete from recent_games where player_id = $1 and game_id = $2', [playerId, gameId])
}

export async function clearRecentGames(playerId: string): Promise<void> {
  await prepared('clear-recent', 'delete from recent_games where player_id = $1', [playerId])
}

/**
 * Subquery for `players p`: the ids of the player's recently played games as JSON, latest first, at most RECENT_IN_ROW.
 */
export const RECENT_IDS = `(
  select coalesce(json_agg(game_id order by played_at desc nulls last, game_id), '[]') from (
    select game_id, played_at from recent_games where player_id = p.id
    order by played_at desc nulls last limit ${RECENT_IN_ROW}
  ) r)`
