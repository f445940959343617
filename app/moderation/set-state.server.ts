import { eq } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { postCounts, posts } from '../db/schema/community.server.ts'

type State = 'shown' | 'held' | 'removed'

/**
 * Sets a post's state to public, pending or removed, and updates its counts
 * (docs/product.md#pending-posts-and-comments). `why` is a HoldReason, the operator's reason, or empty. Call it last in
 * a transaction, because the row in `post_counts` must be locked after all other rows.
 */
export async function setPostState(tx: Transaction, postId: number, state: State, why = ''): Promise<void> {
  await tx.update(posts).set({ state, stateWhy: why }).where(eq(posts.id, postId))
  await tx
    .update(postCounts)
    .set({ isShown: state === 'shown' })
    .where(eq(postCounts.postId, postId))
}

/** Like `setPostState`, for a comment. Updates the number of public comments on its post. */
export async function setCommentState(tx: Transaction, commentId: number, state: State, why = ''): Promise<void> {
  await preparedIn(tx, 'comment-state', SET_COMMENT_STATE, [commentId, state, why])
}

const SET_COMMENT_STATE = `
  with changed as (
    update comments c set state = $2, state_why = $3
    from (select id, state from comments where id = $1 for update) before
    where c.id = before.id
    returning c.post_id, (c.state = 'shown')::int - (before.state = 'shown')::int as more
  )
  update post_counts n set comments = n.comments + changed.more
    from changed where n.post_id = changed.post_id and more <> 0`
