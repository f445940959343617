import type { Missing } from '../server/answers.server.ts'
import { boardHref } from './community-href.ts'

/** What an endpoint answers about a post that is not there. */
export const NO_POST = 'There is no such post.'

/** What stands in place of the page of a post that is not there (docs/product.md, Community). */
export const NO_POST_PAGE: Missing = {
  name: 'Post not found',
  title: 'Post not found',
  text: "The post you're looking for might have been removed or doesn't exist.",
  action: { label: 'Back to Community', href: boardHref() },
}

/** What is said of a post that its author deletes, and where that fails. */
export const POST_DELETION = {
  done: 'Post deleted successfully',
  failed: 'Failed to delete post',
} as const
