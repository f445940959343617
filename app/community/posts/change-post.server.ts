import { and, eq, ne } from 'drizzle-orm'
import { awardPost } from '../../credits/award-written.server.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import { listed } from '../../db/listed.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { postCounts, posts } from '../../db/schema/community.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { type PostValues, reasonToHoldPost, rowOf, stateFor, tagsOfPost } from './form/create-post.server.ts'
import { lockPost } from './open-post.server.ts'
import { discardMedia } from './post-media.server.ts'

/**
 * Changes a player's own post and marks it as edited (docs/product.md#writing-posts). Whether the post is pending or
 * public depends on the new content. The credits that it has earned do not change. Without a new game, a game that is
 * not listed at the moment is preserved. Deletes a picture that the post no longer uses. Returns false if the player
 * has no such post or an operator has removed it.
 */
export async function changePost(
  player: Pick<Player, 'id' | 'username'>,
  id: number,
  values: PostValues,
): Promise<boolean> {
  return database().transaction(async (tx) => {
    if (!(await lockPost(tx, id))) return false
    const own = and(eq(posts.id, id), eq(posts.playerId, player.id), ne(posts.state, 'removed'))
    const [old] = await tx.select().from(posts).where(own).for('no key update')
    if (!old) return false
    const gameId = values.gameId ?? (await findUnlistedGame(tx, old.gameId))
    const why = await reasonToHoldPost(tx, player.id, values)
    const [row] = await tx
      .update(posts)
      .set({ ...rowOf({ ...values, gameId }), ...stateFor(why), editedAt: new Date() })
      .where(own)
      .returning()
    if (!row) return false
    if (old.state === 'held' && !why) await awardPost(tx, id)
    await purgePages([...tagsOfPost(row, player.username), ...tagsOfPost(old, player.username)], tx)
    await tx.update(postCounts).set({ type: row.type, isShown: !why }).where(eq(postCounts.postId, id))
    if (old.mediaUrl !== row.mediaUrl) await discardMedia(player.id, old.mediaUrl, tx)
    return true
  })
}

/** Returns a post's game if it is not listed at the moment, since the form could not show it; otherwise null. */
async function findUnlistedGame(tx: Transaction, id: number | null): Promise<number | null> {
  const [game] = id === null ? [] : await preparedIn<{ id: number }>(tx, 'unlisted-game', UNLISTED_GAME, [id])
  return game?.id ?? null
}

const UNLISTED_GAME = `select id from games where id = $1 and not (${listed()})`
