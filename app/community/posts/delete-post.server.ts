import { and, eq, sql } from 'drizzle-orm'
import { removeAnswer } from '../../credits/award-written.server.ts'
import { postKey } from '../../credits/credit-rules.ts'
import { lockBalance, revokeAward } from '../../credits/ledger.server.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import { comments, postAnswers, posts } from '../../db/schema/community.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { creditAwards } from '../../db/schema/credits.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import { lockAnswerers, lockPost } from './open-post.server.ts'
import { discardMedia } from './post-media.server.ts'
import { tagsOfPost } from './form/create-post.server.ts'

/**
 * Deletes a player's own post with its picture, comments and likes (docs/product.md#deleted-posts-and-accounts). Takes
 * back the credits for the post, for the author's own comments on it, and for its answer. Returns false if the player
 * has no such post.
 */
export async function deletePost(playerId: string, id: number): Promise<boolean> {
  return database().transaction(async (tx) => {
    await lockAnswerers(tx, id)
    const locked = await lockPost(tx, id, 'update')
    if (locked?.authorId !== playerId) return false
    const answer = await findAnswer(tx, id)
    // Locks in the same order as answers.server.ts.
    if (answer) for (const one of [playerId, answer.playerId].toSorted()) await lockBalance(tx, one)
    if (answer) await removeAnswer(tx, answer.id)
    for (const key of [postKey(id), ...(await ownKeysBelow(tx, playerId, id))]) await revokeAward(tx, playerId, key)
    const [row] = await tx.delete(posts).where(eq(posts.id, id)).returning()
    if (!row) return false
    const answerer = answer ? [`player:${answer.username.toLowerCase()}` as const] : []
    await purgePages([...tagsOfPost(row, locked.author), ...answerer], tx)
    await discardMedia(playerId, row.mediaUrl, tx)
    return true
  })
}

/** Finds the comment marked as the answer and locks it, like answers.server.ts. */
async function findAnswer(tx: Transaction, postId: number) {
  const [row] = await tx
    .select({ id: comments.id, playerId: comments.playerId, username: players.username })
    .from(postAnswers)
    .innerJoin(comments, eq(comments.id, postAnswers.commentId))
    .innerJoin(players, eq(players.id, comments.playerId))
    .where(eq(postAnswers.postId, postId))
    .for('key share', { of: comments })
  return row
}

/** Returns the award keys of the author's own comments on the post, which are deleted with it. */
async function ownKeysBelow(tx: Transaction, playerId: string, postId: number): Promise<string[]> {
  const isOfComment = eq(creditAwards.key, sql`'comment:' || ${comments.id}`)
  const rows = await tx
    .select({ key: creditAwards.key })
    .from(comments)
    .innerJoin(creditAwards, and(eq(creditAwards.playerId, comments.playerId), isOfComment))
    .where(and(eq(comments.postId, postId), eq(comments.playerId, playerId)))
  return rows.map(({ key }) => key)
}
