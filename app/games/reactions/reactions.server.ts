import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { prepared, preparedIn } from '../../db/query.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { purgePages } from '../../server/purge.server.ts'
import { purgeSoon } from '../../server/purge-soon.server.ts'
import { COUNTING_LOCK } from '../catalogue/count-views.server.ts'
import type { Reaction, Votes } from './reaction-rules.ts'

// Locks are taken in one order everywhere: the game, the reaction, then the counts of that one game as the last thing. So
// no two reactions wait for each other, and a batch of views, which holds the counts of many games, waits for none.

/**
 * Makes a player like or dislike a game, in place of what they thought before (docs/product.md, Playing). The same again changes
 * nothing. Gives the counts afterwards, or null where there is no such game.
 */
export async function setReaction(playerId: string, gameId: number, reaction: Reaction): Promise<Votes | null> {
  const [votes] = await prepared<Votes>('set-reaction', SET, [playerId, gameId, reaction])
  if (votes) purgeSoon([`game:${gameId}`])
  return votes ?? null
}

/** Takes back what a player thought of a game, if anything. Gives the counts afterwards, or null without such a game. */
export async function removeReaction(playerId: string, gameId: number): Promise<Votes | null> {
  const [votes] = await prepared<Votes>('remove-reaction', REMOVE, [playerId, gameId])
  if (votes) purgeSoon([`game:${gameId}`])
  return votes ?? null
}

/** The counts of a game, or null where there is no such game. */
export async function countReactions(gameId: number): Promise<Votes | null> {
  const [votes] = await prepared<Votes>(
    'count-reactions',
    'select likes, dislikes from game_views where game_id = $1',
    [gameId],
  )
  return votes ?? null
}

/** What a player thinks of the game whose page is asked for, null for nothing, with its counts of now. */
export type Reacted = Votes & { reaction: Reaction | null }

/** A piece of the statement that every page of a player makes, for `players p`: what they think of the game at the slug `$4`. */
export const REACTED = `(
  select json_build_object('likes', v.likes, 'dislikes', v.dislikes, 'reaction', r.reaction)
  from games g join game_views v on v.game_id = g.id
  left join game_reactions r on r.game_id = g.id and r.player_id = p.id
  where g.slug = $4)`

/** The slug of the game whose page a request asks for; null for all other pages. */
export function gameGoneTo(request: Request): string | null {
  return /^\/games\/([\w-]+)(?:\.data|\/*)$/i.exec(new URL(request.url).pathname)?.[1] ?? null
}

/**
 * Takes back all that a player thought, with the counts; call it before the player is deleted, in that transaction. The
 * player's row is locked, so that nothing new comes in between; batches of views, which count many games too, wait.
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

/** The counts as just changed, or as they stand. */
const VOTES = `
  select coalesce(c.likes, v.likes) as likes, coalesce(c.dislikes, v.dislikes) as dislikes
  from game g join game_views v on v.game_id = g.id left join counted c on c.game_id = g.id`

/** A row whose `xmax` is 0 was inserted; any other was there before, and was the other reaction. */
const SET = `
  with game as materialized (select id from games where id = $2 for key share),
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
    delete from game_reactions r using game where r.player_id = $1 and r.game_id = game.id returning r.game_id, r.reaction
  ),
  counted as (
    update game_views v set
      likes = v.likes - (gone.reaction = 'like')::int,
      dislikes = v.dislikes - (gone.reaction = 'dislike')::int
    from gone where v.game_id = gone.game_id
    returning v.game_id, v.likes, v.dislikes
  ) ${VOTES}`
