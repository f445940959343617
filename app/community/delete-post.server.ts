import { eq, sql } from 'drizzle-orm'
import { postKey } from '../credits/credit-rules.ts'
import { takeBack } from '../credits/ledger.server.ts'
import { database, type Transaction } from '../db/connection.server.ts'
import { posts } from '../db/schema/community.server.ts'
import { fileHref } from '../lib/file-href.ts'
import { log } from '../server/log.server.ts'
import { purgePages } from '../server/purge.server.ts'
import { storage } from '../server/storage.server.ts'
import { lockPost } from './open-post.server.ts'

/** Where uploaded pictures of posts are served. */
const PICTURES = fileHref('post_pictures/')

/**
 * Deletes a player's own post with all that is below it, and takes back what its author earned by it and by their own comments there
 * (docs/product.md, Community). False where there is no such post of theirs. Its picture goes once the rows are gone, unless another
 * post shows it too.
 */
export async function deletePost(playerId: string, id: number): Promise<boolean> {
  const gone = await database().transaction(async (tx) => {
    const locked = await lockPost(tx, id, 'update')
    if (locked?.authorId !== playerId) return null
    for (const key of [postKey(id), ...(await ownKeysBelow(tx, playerId, id))]) await takeBack(tx, playerId, key)
    const [row] = await tx
      .delete(posts)
      .where(eq(posts.id, id))
      .returning({ gameId: posts.gameId, mediaUrl: posts.mediaUrl })
    const ofGame = row?.gameId ? [`game:${row.gameId}` as const] : []
    await purgePages(['community', `post:${id}`, `player:${locked.author.toLowerCase()}`, ...ofGame], tx)
    return row
  })
  if (gone?.mediaUrl?.startsWith(PICTURES)) await discardPicture(gone.mediaUrl)
  return Boolean(gone)
}

/** What cannot be removed now is left behind: the post is gone either way. */
async function discardPicture(mediaUrl: string): Promise<void> {
  try {
    const isElsewhere = (await database().$count(posts, eq(posts.mediaUrl, mediaUrl))) > 0
    if (!isElsewhere) await storage().remove(mediaUrl.slice(fileHref('').length))
  } catch (error) {
    log().warn({ err: error, mediaUrl }, 'The picture of a post was left behind')
  }
}

/** Of the author's own comments below the post, where they earned something: they go with it. */
async function ownKeysBelow(tx: Transaction, playerId: string, postId: number): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    select a.key from comments c join credit_awards a on a.player_id = c.player_id and a.key = 'comment:' || c.id
    where c.post_id = ${postId} and c.player_id = ${playerId}::uuid`)
  return rows.map(({ key }) => key)
}
