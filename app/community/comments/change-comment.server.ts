import { and, eq, ne } from 'drizzle-orm'
import { database, type Transaction } from '../../db/connection.server.ts'
import { awardComment, removeAnswer } from '../../credits/award-written.server.ts'
import { commentKey } from '../../credits/credit-rules.ts'
import { revokeAward } from '../../credits/ledger.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { comments } from '../../db/schema/community.server.ts'
import { reasonToHold } from '../../moderation/hold.server.ts'
import { hasLinkIn } from '../../db/blocklist.server.ts'
import { notify } from '../../notifications/notify.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { countComments, tagsOfComment } from './add-comment.server.ts'
import type { ShownComment } from './comments.server.ts'
import { lockPost } from '../posts/open-post.server.ts'

type Author = Pick<Player, 'id' | 'username'>

/** The fields that an edit changes. */
export type Changed = Pick<ShownComment, 'content' | 'editedAt' | 'state' | 'stateWhy'>

/**
 * Changes the text of a player's own comment and marks it as edited (docs/product.md#writing-posts). Whether the
 * comment is pending or public depends on the new text. Returns null if the player has no such comment or an operator
 * has removed it.
 */
export async function changeComment(player: Author, id: number, content: string): Promise<Changed | null> {
  return database().transaction(async (tx) => {
    const post = await lockPostOf(tx, player.id, id)
    const own = and(eq(comments.id, id), eq(comments.playerId, player.id), ne(comments.state, 'removed'))
    const [before] = await tx.select({ state: comments.state }).from(comments).where(own).for('no key update')
    if (!post || !before) return null
    const why = await reasonToHold(tx, {
      playerId: player.id,
      text: content,
      hasLink: hasLinkIn(content),
      hasPicture: false,
    })
    const editedAt = new Date()
    const changed = { content, state: why ? ('held' as const) : ('shown' as const), stateWhy: why ?? '' }
    await tx
      .update(comments)
      .set({ ...changed, editedAt })
      .where(own)
    const more = Number(!why) - Number(before.state === 'shown')
    if (more > 0) {
      await awardComment(tx, id)
      await notify(tx, post.authorId, { kind: 'comment', postId: post.id, commentId: id, actorId: player.id })
    }
    if (more) await countComments(tx, post.id, more)
    await purgePages(tagsOfComment(post.id, player.username), tx)
    return { ...changed, editedAt: editedAt.toISOString() }
  })
}

/**
 * Deletes a player's own comment in any state, with its credits and notifications
 * (docs/product.md#deleted-posts-and-accounts). Returns the id of its post, or null if the player has no such comment.
 */
export async function deleteComment(player: Author, id: number): Promise<number | null> {
  return database().transaction(async (tx) => {
    const post = await lockPostOf(tx, player.id, id)
    if (!post) return null
    const [own] = await tx
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.id, id), eq(comments.playerId, player.id)))
      .for('update')
    if (!own) return null
    await removeAnswer(tx, id)
    const [deleted] = await tx
      .delete(comments)
      .where(and(eq(comments.id, id), eq(comments.playerId, player.id)))
      .returning({ state: comments.state })
    if (!deleted) return null
    await revokeAward(tx, player.id, commentKey(id))
    if (deleted.state === 'shown') await countComments(tx, post.id, -1)
    await purgePages(tagsOfComment(post.id, player.username), tx)
    return post.id
  })
}

/** Locks the player and the post of the player's own comment. This must happen before the comment is locked. */
async function lockPostOf(tx: Transaction, playerId: string, id: number) {
  const [comment] = await tx
    .select({ postId: comments.postId })
    .from(comments)
    .innerJoin(players, eq(players.id, comments.playerId))
    .where(and(eq(comments.id, id), eq(comments.playerId, playerId)))
    .for('key share', { of: players })
  return comment ? lockPost(tx, comment.postId) : null
}
