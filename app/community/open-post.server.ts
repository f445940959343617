import { blocked } from '../db/blocked.server.ts'
import type { Transaction } from '../db/connection.server.ts'
import { lockName, preparedIn } from '../db/query.server.ts'
import { visible } from '../db/visible.server.ts'

// Locks are taken in one order everywhere: the post's author, the post, rows below it, balances, what is told, and the post's
// counts last. So whoever writes below a post waits for an account or a post that is being deleted before they hold anything
// that those need, and no two wait for each other.

/** What is known of a post that is held in place. `author` is the username. */
export type LockedPost = { id: number; authorId: string; author: string }

/**
 * The post at an id, which stays until the transaction ends, as its author's account does; null where there is none. To be called
 * before anything else is locked. With `update` nobody else holds it: for deleting it.
 */
export async function lockPost(
  tx: Transaction,
  postId: number,
  how: 'key share' | 'update' = 'key share',
): Promise<LockedPost | null> {
  const [post] = await preparedIn<LockedPost>(tx, `lock-post-${how}`, `${LOCK} for ${how} of p`, [postId])
  return post ?? null
}

/** The class of our advisory locks on what a player writes. */
const WRITING = 4

/** Has what a player sends at once written one after the other, until the transaction ends. */
export async function lockWriting(tx: Transaction, playerId: string): Promise<void> {
  await lockName(tx, WRITING, playerId)
}

/**
 * The same where a player may write below it: a post that is shown, of somebody with whom they have not fallen out, and the player is
 * still there (docs/product.md, Community). `isWriting`: with the lock of `lockWriting`, in the same round.
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
