import { eq } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { comments, posts } from '../db/schema/community.server.ts'
import { countLetters } from '../lib/text.ts'
import { ANSWER_CREDITS, answerKey, commentCredits, commentKey, postCredits, postKey } from './credit-rules.ts'
import { awardCredits, returnCredits, revokeAward } from './ledger.server.ts'

/**
 * Awards credits to the author of a published post, once per post (docs/product.md#credits-for-writing). A post pending
 * review earns credits only once it is published, as one of the day on which it was written. Call this before the
 * transaction writes notifications and counts.
 */
export async function awardPost(tx: Transaction, postId: number): Promise<void> {
  const [post] = await tx.select().from(posts).where(eq(posts.id, postId))
  if (!post) return
  await awardCredits(tx, {
    playerId: post.playerId,
    activity: 'post',
    credits: postCredits({
      length: countLetters(post.content),
      hasMedia: post.mediaUrl !== null,
      hasTags: post.tags.length > 0,
      hasLink: post.redirectUrl !== null,
      type: post.type,
    }),
    key: postKey(postId),
    metadata: { post: postId },
    now: post.createdAt,
  })
}

type Comment = Pick<typeof comments.$inferSelect, 'id' | 'playerId' | 'postId' | 'content'> & { createdAt?: Date }

/** Awards credits to the author of a published comment, given as a row or an id. See `awardPost` for the day. */
export async function awardComment(tx: Transaction, given: Comment | number): Promise<void> {
  const [comment] = typeof given === 'number' ? await tx.select().from(comments).where(eq(comments.id, given)) : [given]
  if (!comment) return
  const { id, playerId, postId, content, createdAt } = comment
  await awardCredits(tx, {
    playerId,
    activity: 'comment',
    credits: commentCredits({ length: countLetters(content) }),
    key: commentKey(id),
    metadata: { post: postId },
    now: createdAt,
  })
}

/**
 * Awards credits to the author of the comment marked as a post's answer, once per post. If the award was taken back
 * before, restores it.
 */
export async function awardAnswer(tx: Transaction, { id, playerId, postId }: Omit<Comment, 'content'>): Promise<void> {
  const key = answerKey(postId)
  if (await returnCredits(tx, playerId, key)) return
  const metadata = { post: postId, comment: id }
  await awardCredits(tx, { playerId, activity: 'answer', credits: ANSWER_CREDITS, key, metadata })
}

/** If a comment is marked as an answer, unmarks it and takes back the credits that its author earned for the answer. */
export async function removeAnswer(tx: Transaction, commentId: number): Promise<void> {
  const rows = await preparedIn<{ postId: number; playerId: string }>(tx, 'remove-answer', REMOVE_ANSWER, [commentId])
  for (const { postId, playerId } of rows) await revokeAward(tx, playerId, answerKey(postId))
}

const REMOVE_ANSWER = `
  delete from post_answers a using comments c where a.comment_id = $1 and c.id = a.comment_id
  returning a.post_id as "postId", c.player_id as "playerId"`
