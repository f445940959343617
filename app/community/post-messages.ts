import type { Missing } from '../server/http/responses.server.ts'
import { boardHref } from './community-href.ts'

/** Response of an endpoint for a missing post. */
export const NO_POST = 'This post doesn’t exist.'

/** Error page for a missing post (docs/product.md#missing-pages). */
export const NO_POST_PAGE: Missing = {
  name: 'Post not found',
  title: 'Post not found',
  text: "The post you're looking for might have been removed or doesn't exist.",
  action: { label: 'Back to Community', href: boardHref() },
}

export const NO_COMMENT_PAGE: Missing = {
  name: 'Comment not found',
  title: 'Comment not found',
  text: "The comment you're looking for might have been removed or doesn't exist.",
  action: { label: 'Back to Community', href: boardHref() },
}

/** Messages on a post's page and on the board. */
export const POST_MESSAGES = {
  copied: 'Link copied to clipboard',
  confirmDelete: 'Delete this post?',
  deleted: 'Post deleted successfully',
  deleteFailed: 'Failed to delete post',
  notLoaded: 'More posts could not be loaded',
  restNotLoaded: 'The rest of this post could not be loaded. Please try again.',
} as const
