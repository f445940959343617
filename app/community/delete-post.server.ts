import { eq, sql } from 'drizzle-orm'
import { removeAnswer } from '../credits/award-written.server.ts'
import { postKey } from '../credits/credit-rules.ts'
import { lockBalance, takeBack } from '../credits/ledger.server.ts'
import { database, type Transaction } from '../db/connection.server.ts'
import { posts } from '../db/schema/community.server.ts'
import { purgePages } from '../server/purge.server.ts'
import { lockPost } from './open-post.server.ts'
import { discardMedia } from './post-media.server.ts'
import { tagsOfPost } from './create-post.server.ts'

/**
 * Deletes a player's own post with all that is below it, and takes back what its author earned by it and by their own comments there,
 * and what its answer earned (docs/product.md, Community). Its picture is removed. False where there is no such post of theirs.
 */
export async function deletePost(playerId: string, id: number): Promise<boolean> {
  return database().transaction(async (tx) => {
    const locked = await lockPost(tx, id, 'update')
    if (locked?.authorId !== playerId) return false
    const answer = await findAnswer(tx, id)
    // In the order in which answers.server.ts locks balances.
    if (answer) for (const one of [playerId, answer.playerId].toSorted()) await lockBalance(tx, one)
    if (answer) await removeAnswer(tx, answer.id)
    for (const key of [postKey(id), ...(await ownKeysBelow(tx, playerId, id))]) await takeBack(tx, playerId, key)
    const [row] = await tx.delete(posts).where(eq(posts.id, id)).returning()
    if (!row) return false
    const answerer = answer ? [`player:${answer.username.toLowerCase()}` as const] : []
    await purgePages([...tagsOfPost(row, locked.author), ...answerer], tx)
    await discardMedia(playerId, row.mediaUrl, tx)
    return true
  })
}

/** The comment that is marked as the answer, locked as in answers.server.ts. */
async function findAnswer(tx: Transaction, postId: number) {
  const { rows } = await tx.execute<{ id: number; playerId: string; username: string }>(sql`
    select c.id, c.player_id as "playerId", a.username from post_answers x
    join comments c on c.id = x.comment_id join players a on a.id = c.player_id
    where x.post_id = ${postId} for key share of c`)
  return rows[0]
}

/** Of the author's own comments below the post, where they earned something: they go with it. */
async function ownKeysBelow(tx: Transaction, playerId: string, postId: number): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    select a.key from comments c join credit_awards a on a.player_id = c.player_id and a.key = 'comment:' || c.id
    where c.post_id = ${postId} and c.player_id = ${playerId}::uuid`)
  return rows.map(({ key }) => key)
}
