import { expect, test } from 'vitest'
import { COMMENT_MESSAGES } from '../app/community/comments/comment-rules.ts'
import { POST_MESSAGES } from '../app/community/post-messages.ts'
import { LIKE_MESSAGES } from '../app/community/post-rules.ts'
import { POST_FORM_MESSAGES } from '../app/community/posts/form/post-form-rules.ts'
import { REACTION_MESSAGES } from '../app/games/reactions/reaction-rules.ts'
import { WISHLIST_MESSAGES } from '../app/wishlist/wishlist-rules.ts'

/** Texts that the specification quotes, and that appear only while something is sent or has failed. */

test.each([
  [REACTION_MESSAGES.like.failed, 'Failed to update like'],
  [REACTION_MESSAGES.dislike.failed, 'Failed to update dislike'],
  [WISHLIST_MESSAGES.failed, 'Failed to update wishlist'],
  [LIKE_MESSAGES.failed, 'Failed to update like'],
  [POST_FORM_MESSAGES.busy, 'Creating Post...'],
  [POST_FORM_MESSAGES.failed, 'Failed to create post'],
  [POST_FORM_MESSAGES.noResult, 'Failed to create post - no result returned'],
  [POST_MESSAGES.deleteFailed, 'Failed to delete post'],
  [COMMENT_MESSAGES.failed, 'Failed to post comment'],
  [COMMENT_MESSAGES.deleteFailed, 'Failed to delete comment'],
])('%s', (shown, quoted) => {
  expect(shown).toBe(quoted)
})
