import { and, eq, sql } from 'drizzle-orm'
import { postKey } from '../credits/credit-rules.ts'
import { takeBack } from '../credits/ledger.server.ts'
import { database, type Transaction } from '../db/connection.server.ts'
import { comments, posts } from '../db/schema/community.server.ts'
import { creditAwards } from '../db/schema/credits.server.ts'
import { purgePages } from '../server/purge.server.ts'
import { lockPost } from './open-post.server.ts'
import { discardMedia } from './post-media.server.ts'
import { tagsOfPost } from './create-post.server.ts'

/**
 * Deletes a player's own post with all that is below it, and takes back what its author earned by it and by their own comments there
 * (docs/product.md, Community). Its picture is removed. False where there is no such post of theirs.
 */
export async function deletePost(playerId: string, id: number): Promise<boolean> {
  return database().transaction(async (tx) => {
    const locked = await lockPost(tx, id, 'update')
    if (locked?.authorId !== playerId) return false
    for (const key of [postKey(id), ...(await ownKeysBelow(tx, playerId, id))]) await takeBack(tx, playerId, key)
    const [row] = await tx.delete(posts).where(eq(posts.id, id)).returning()
    if (!row) return false
    await purgePages(tagsOfPost(row, locked.author), tx)
    await discardMedia(playerId, row.mediaUrl, tx)
    return true
  })
}

/** Of the author's own comments below the post, where they earned something: they go with it. */
async function ownKeysBelow(tx: Transaction, playerId: string, postId: number): Promise<string[]> {
  const isOfComment = eq(creditAwards.key, sql`'comment:' || ${comments.id}`)
  const rows = await tx
    .select({ key: creditAwards.key })
    .from(comments)
    .innerJoin(creditAwards, and(eq(creditAwards.playerId, comments.playerId), isOfComment))
    .where(and(eq(comments.postId, postId), eq(comments.playerId, playerId)))
  return rows.map(({ key }) => key)
}
