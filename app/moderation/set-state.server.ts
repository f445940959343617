import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'

type State = 'shown' | 'held' | 'removed'

/**
 * Shows, holds back or removes a post, and keeps what is counted of it in step (docs/product.md, Moderation). `why`: a HoldReason, the
 * operator's reason, or empty. Last in its transaction: the row of its counts is locked after all others.
 */
export async function setPostState(tx: Transaction, postId: number, state: State, why = ''): Promise<void> {
  await tx.execute(sql`update posts set state = ${state}, state_why = ${why} where id = ${postId}`)
  await tx.execute(sql`update post_counts set is_shown = ${state === 'shown'} where post_id = ${postId}`)
}

/** The same with a comment: its post counts those that are shown. */
export async function setCommentState(tx: Transaction, commentId: number, state: State, why = ''): Promise<void> {
  await tx.execute(sql`
    with changed as (
      update comments c set state = ${state}, state_why = ${why}
      from (select id, state from comments where id = ${commentId} for update) before
      where c.id = before.id
      returning c.post_id, (c.state = 'shown')::int - (before.state = 'shown')::int as more
    )
    update post_counts n set comments = n.comments + changed.more from changed where n.post_id = changed.post_id and more <> 0`)
}
