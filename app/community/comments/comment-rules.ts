import { z } from 'zod/mini'
import { mayFit, plainText } from '../../lib/plain-text.ts'
import { formatCount } from '../../lib/text.ts'
import { COMMENT_MAX } from '../post-rules.ts'

/** Rules and messages of comments (docs/product.md#comments). For forms and actions. */
export const COMMENT_MESSAGES = {
  empty: 'Comment cannot be empty',
  long: `Comment must be at most ${formatCount(COMMENT_MAX)} characters`,
  visitor: 'You must be logged in to comment',
  disabled: 'Login to comment',
  added: 'Comment added',
  pending: 'Your comment is waiting for review. Others will see it once it is approved.',
  failed: 'Failed to post comment',
  postPending: 'This post is waiting for review. You can comment once it is approved.',
  removed: 'This post was removed and is closed to comments.',
  changed: 'Comment changed',
  changeFailed: 'Failed to change comment',
  confirmDelete: 'Are you sure you want to delete this comment?',
  deleted: 'Comment deleted',
  deleteFailed: 'Failed to delete comment',
  answered: 'Marked as the answer',
  unanswered: 'No longer marked as the answer',
  answerFailed: 'Failed to mark the answer',
  answersOften: 'You have marked five answers to this post within a day. Please try again tomorrow.',
  none: 'This comment doesn’t exist.',
  notLoaded: 'More comments could not be loaded',
} as const

/** Returns the message of a response that stored a comment, if it differs from the usual one. */
export function messageOf({ state }: { state: 'shown' | 'held' | 'removed' }): { message?: string } {
  return state === 'held' ? { message: COMMENT_MESSAGES.pending } : {}
}

/** Returns the reason why nobody can comment on a post that is not public. */
export function commentsClosedMessage(state: 'held' | 'removed'): string {
  return state === 'held' ? COMMENT_MESSAGES.postPending : COMMENT_MESSAGES.removed
}

/** The limit for the body of the form. A character can take twelve bytes in URL encoding. */
export const COMMENT_BYTES = 12 * COMMENT_MAX + 1024

const { empty, long } = COMMENT_MESSAGES

export const commentRules = z.object({
  content: z.string(empty).check(
    z.refine((text) => mayFit(text, COMMENT_MAX), { error: long, abort: true }),
    z.overwrite(plainText),
    z.minLength(1, { error: empty, abort: true }),
    z.refine((text) => Array.from(text).length <= COMMENT_MAX, long),
  ),
})
