import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { isPublic } from '../../db/public-games.server.ts'
import { prepared, preparedIn } from '../../db/query.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import { purgeSoon } from '../../server/cache/purge-soon.server.ts'
import { COUNTING_LOCK } from '../catalogue/count-views.server.ts'
import type { Reaction, Votes } from './reaction-rules.ts'

// All transactions take locks in the same order: the game, the reaction, and finally the counts of that game. So
// reactions cannot deadlock with each other or with a batch of views, which locks the counts of many games.

/**
 * Sets a player's reaction to a game, replacing the previous one (docs/product.md#reactions-and-shares). The same
 * reaction again changes nothing. Returns the new counts, or null if there is no such public game.
 */
export async function setReaction(playerId: string, gameId: number, reaction: Reaction): Promise<Votes | null> {
  const [votes] = await prepared<Votes>('set-reaction', SET, [playerId, gameId, reaction])
  if (votes) purgeSoon([`game:${gameId}`])
  return votes ?? null
}

/** Removes a player's reaction to a game, if any. Returns the new counts, or null if there is no such game. */
export async function removeReaction(playerId: string, gameId: number): Promise<Votes | null> {
  const [votes] = await prepared<Votes>('remove-reaction', REMOVE, [playerId, gameId])
  if (votes) purgeSoon([`game:${gameId}`])
  return votes ?? null
}

/** Returns the counts of a game, or null if there is no such public game. */
export async function countReactions(gameId: number): Promise<Votes | null> {
  const [votes] = await prepared<Votes>(
    'count-reactions',
    `select likes, dislikes from game_views v join games g on g.id = v.game_id and ${isPublic('g')} where game_id = $1`,
    [gameId],
  )
  return votes ?? null
}

/** The player's reaction to the game whose page is requested (null if none), with the current counts. */
export type Reacted = Votes & { reaction: Reaction | null }

/**
 * Subquery for `players p`, part of the statement behind every page of a player: the reaction to the game with the slug
 * `$4`.
 */
export const REACTED = `(
  select json_build_object('likes', v.likes, 'dislikes', v.dislikes, 'reaction', r.reaction)
  from games g join game_views v on v.game_id = g.id
  left join game_reactions r on r.game_id = g.id and r.player_id = p.id
  where g.slug = $4)`

/** Returns the slug of the game whose page is requested; null for all other pages. */
export function requestedGameSlug(request: Request): string | null {
  return /^\/games\/([\w-]+)(?:\.data|\/*)$/i.exec(new URL(request.url).pathname)?.[1] ?? null
}

/**
 * Removes all reactions of a player and updates the counts. Call it before the player is deleted, in the same
 * transaction. It locks the player's row, so that no reaction can be added concurrently, and makes batches of views
 * wait, since they also change many counts.
 */
export async function removeReactionsOf(tx: Transaction, playerId: string): Promise<void> {
  await tx.select({ id: players.id }).from(players).where(eq(players.id, playerId)).for('update')
  await preparedIn(tx, 'lock-counting', `select pg_advisory_xact_lock(${COUNTING_LOCK})`)
  const rows = await preparedIn<{ id: number }>(tx, 'remove-reactions', REMOVE_ALL, [playerId])
  if (rows.length)
    await purgePages(
      rows.map(({ id }) => `game:${id}` as const),
      tx,
    )
}

/** The counts after the change, or the current ones if nothing changed. */
const VOTES = `
  select coalesce(c.likes, v.likes) as likes, coalesce(c.dislikes, v.dislikes) as dislikes
  from game g join game_views v on v.game_id = g.id left join counted c on c.game_id = g.id`

/** `xmax = 0` means that the row was inserted. Otherwise it existed already, with the other reaction. */
const SET = `
  with game as materialized (select id from games where id = $2 and ${isPublic()} for key share),
  changed as (
    insert into game_reactions as r (player_id, game_id, reaction) select $1, id, $3 from game
    on conflict (player_id, game_id) do update set reaction = excluded.reaction, created_at = now()
      where r.reaction <> excluded.reaction
    returning game_id, reaction, xmax = 0 as is_new
  ),
  counted as (
    update game_views v set
      likes = v.likes + case when c.reaction = 'like' then 1 when c.is_new then 0 else -1 end,
      dislikes = v.dislikes + case when c.reaction = 'dislike' then 1 when c.is_new then 0 else -1 end
    from changed c where v.game_id = c.game_id
    returning v.game_id, v.likes, v.dislikes
  ) ${VOTES}`

const REMOVE_ALL = `
  with gone as (delete from game_reactions where player_id = $1 returning game_id, reaction)
  update game_views v set
    likes = v.likes - (g.reaction = 'like')::int,
    dislikes = v.dislikes - (g.reaction = 'dislike')::int
  from gone g where v.game_id = g.game_id
  returning v.game_id as id`

const REMOVE = `
  with game as materialized (select id from games where id = $2 for key share),
  gone as (
    delete from game_reactions r using game where r.player_id = $1 and r.game_id = game.id
      returning r.game_id, r.reaction
  ),
  counted as (
    update game_views v set
      likes = v.likes - (gone.reaction = 'like')::int,
      dislikes = v.dislikes - (gone.reaction = 'dislike')::int
    from gone where v.game_id = gone.game_id
    returning v.game_id, v.likes, v.dislikes
  ) ${VOTES}`
