import { blocked } from '../../db/blocked.server.ts'
import type { Transaction } from '../../db/connection.server.ts'
import { lockName, preparedIn } from '../../db/query.server.ts'
import { visible } from '../../db/visible.server.ts'

// All transactions take locks in the same order: the accounts of the post's author and of everybody whose credits
// change, the post, its comments and likes, balances, notifications, and finally the post's counts. So a writer waits
// for the deletion of an account or post before it holds any lock that the deletion needs, and no two transactions
// deadlock.

/** A locked post. `author` is the author's username. */
export type LockedPost = { id: number; authorId: string; author: string }

/**
 * Locks a post and its author's account until the transaction ends; returns null if the post does not exist. Call it
 * before taking any other lock, except those on other accounts. `update` locks exclusively, for deleting the post.
 */
export async function lockPost(
  tx: Transaction,
  postId: number,
  how: 'key share' | 'update' = 'key share',
): Promise<LockedPost | null> {
  const [post] = await preparedIn<LockedPost>(tx, `lock-post-${how}`, `${LOCK} for ${how} of p`, [postId])
  return post ?? null
}

/**
 * Locks the accounts of the authors of a post's answer and of a comment that may become its answer until the
 * transaction ends. Call it before `lockPost` if the transaction changes these players' credits.
 */
export async function lockAnswerers(tx: Transaction, postId: number, commentId: number | null = null): Promise<void> {
  await preparedIn(tx, 'lock-answerers', LOCK_ANSWERERS, [postId, commentId])
}

/** The class of advisory locks that serialise a player's writes. */
const WRITING = 4

/** Makes concurrent posts and comments of a player wait for each other until the transaction ends. */
export async function lockWriting(tx: Transaction, playerId: string): Promise<void> {
  await lockName(tx, WRITING, playerId)
}

/**
 * Locks a post, like `lockPost`, if a player may react to it: it is public, neither player has blocked the other, and
 * the player still exists (docs/product.md#blocks). Otherwise returns null. With `isWriting`, the same query also takes
 * the lock of `lockWriting`.
 */
export async function openPost(
  tx: Transaction,
  postId: number,
  playerId: string,
  { isWriting = false } = {},
): Promise<LockedPost | null> {
  const values = [postId, playerId]
  const [post] = isWriting
    ? await preparedIn<LockedPost>(tx, 'open-post-to-write', OPEN_TO_WRITE, values)
    : await preparedIn<LockedPost>(tx, 'open-post', OPEN, values)
  return post ?? null
}

const LOCK = `
  with author as materialized (
    select a.id, a.username from posts p join players a on a.id = p.player_id where p.id = $1 for key share of a
  )
  select p.id, p.player_id as "authorId", author.username as author from author join posts p on p.player_id = author.id
  where p.id = $1`

const LOCK_ANSWERERS = `
  select from players where id in (
    select player_id from comments where id = $2::int
    union select c.player_id from post_answers x join comments c on c.id = x.comment_id where x.post_id = $1::int)
  order by id for key share`

const open = (more = '') => `
  with author as materialized (
    select a.id, a.username from posts p join players a on a.id = p.player_id where p.id = $1 for key share of a
  ),
  me as materialized (select id from players where id = $2::uuid for key share)
  select p.id, p.player_id as "authorId", author.username as author ${more}
  from author join posts p on p.player_id = author.id cross join me
  where p.id = $1 and ${visible('p')} and not ${blocked('p.player_id', 'me.id')}
  for key share of p`

const OPEN = open()
const OPEN_TO_WRITE = open(`, pg_advisory_xact_lock(${WRITING}, hashtext($2::text))`)
