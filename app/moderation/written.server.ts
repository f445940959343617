import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { cut } from '../lib/text.ts'
import type { Subject } from './subject.server.ts'

/** A post or comment, as a decision on it needs it. */
export type Written = {
  kind: 'post' | 'comment'
  id: number
  /** The post, or that of the comment, and who wrote that. */
  postId: number
  postPlayerId: string
  /** The game that the post names. */
  gameId: number | null
  playerId: string
  username: string
  state: 'shown' | 'held' | 'removed'
  /** Empty where the post has none. */
  title: string
}

/** Letters of a title in what its author is told. */
const TITLE_TOLD = 60

/**
 * The post or comment of a subject, locked until the transaction ends, the post of a comment against being deleted; undefined
 * where it is not there any more, null for players and pictures.
 */
export async function findWritten(tx: Transaction, { kind, id }: Subject): Promise<Written | null | undefined> {
  if (kind !== 'post' && kind !== 'comment') return null
  const { rows } = await tx.execute<Written>(kind === 'post' ? postOf(Number(id)) : commentOf(Number(id)))
  return rows[0]
}

/** `Your post "Lamps"`, `Your comment`. */
export function nameOf({ kind, title }: Written): string {
  return kind === 'post' && title ? `Your post "${cut(title, TITLE_TOLD)}"` : `Your ${kind}`
}

const postOf = (id: number) => sql`
  select 'post' as kind, p.id, p.id as "postId", p.player_id as "postPlayerId", p.game_id as "gameId",
    p.player_id as "playerId", a.username, p.state, p.title
  from posts p join players a on a.id = p.player_id where p.id = ${id} for no key update of p`

// The post first, as whoever deletes it does.
const commentOf = (id: number) => sql`
  with post as materialized (
    select p.id, p.player_id from posts p
    where p.id = (select post_id from comments where id = ${id}) for key share
  )
  select 'comment' as kind, c.id, c.post_id as "postId", post.player_id as "postPlayerId", null::int as "gameId",
    c.player_id as "playerId", a.username, c.state, '' as title
  from post join comments c on c.post_id = post.id join players a on a.id = c.player_id
  where c.id = ${id} for no key update of c`
