import { and, eq, sql } from 'drizzle-orm'
import { database, type Transaction } from '../../db/connection.server.ts'
import { postCounts, postLikes } from '../../db/schema/community.server.ts'
import { notify, removeLike } from '../../notifications/notify.server.ts'
import { clearAttemptsOf, isWithinLimit } from '../../server/http/count-attempts.server.ts'
import { purgeSoon } from '../../server/cache/purge-soon.server.ts'
import type { Liked } from '../post-rules.ts'
import { type LockedPost, openPost } from '../posts/open-post.server.ts'

/**
 * Likes a post for a player and notifies its author (docs/product.md#notifications); can be repeated. Returns the new
 * count, or null if the player can see no such post.
 */
export function likePost(playerId: string, postId: number): Promise<Liked | null> {
  return change(playerId, postId, true, async (tx, post) => {
    const made = await tx.insert(postLikes).values({ postId, playerId }).onConflictDoNothing().returning()
    if (!made.length) return 0
    // If a player likes and unlikes a post repeatedly, and the author reads the notification in between, the author is
    // still notified only once a day.
    if (await isWithinLimit(tx, 'like-notification', markOf(playerId, postId)))
      await notify(tx, post.authorId, { kind: 'like', postId, actorId: playerId })
    return 1
  })
}

/** Removes a player's like; can be repeated. Returns the same as `likePost`. */
export function unlikePost(playerId: string, postId: number): Promise<Liked | null> {
  return change(playerId, postId, false, async (tx, post) => {
    const deleted = await tx
      .delete(postLikes)
      .where(and(eq(postLikes.postId, postId), eq(postLikes.playerId, playerId)))
      .returning()
    if (!deleted.length) return 0
    if (post.authorId === playerId) return -1
    const wasRead = await removeLike(tx, post.authorId, postId, deleted[0]!.createdAt)
    if (!wasRead) await clearAttemptsOf('like-notification', markOf(playerId, postId), tx)
    return -1
  })
}

function markOf(playerId: string, postId: number): string {
  return `${playerId} ${postId}`
}

async function change(
  playerId: string,
  postId: number,
  isLiked: boolean,
  write: (tx: Transaction, post: LockedPost) => Promise<0 | 1 | -1>,
): Promise<Liked | null> {
  const changed = await database().transaction(async (tx) => {
    const post = await openPost(tx, postId, playerId)
    if (!post) return null
    const by = await write(tx, post)
    return { by, likes: await count(tx, postId, by), author: post.author }
  })
  if (!changed) return null
  const { by, likes, author } = changed
  if (by) purgeSoon(['community', `post:${postId}`, `player:${author.toLowerCase()}`])
  return { likes, isLiked }
}

/** Adds `more` to a post's likes and returns the new count. This takes the last lock of the transaction. */
async function count(tx: Transaction, postId: number, more: number): Promise<number> {
  const { likes } = postCounts
  const isPost = eq(postCounts.postId, postId)
  const [counted] = more
    ? await tx
        .update(postCounts)
        .set({ likes: sql`${likes} + ${more}` })
        .where(isPost)
        .returning({ likes })
    : await tx.select({ likes }).from(postCounts).where(isPost)
  return counted?.likes ?? 0
}
