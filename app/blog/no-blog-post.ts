import type { Missing } from '../server/responses.server.ts'
import { blogHref } from './blog-href.ts'

/** What an endpoint answers about a post that is not there. */
export const NO_BLOG_POST = 'There is no such blog post.'

/** What stands in place of the page of a post that is not there (docs/product.md, Blog). */
export const NO_BLOG_POST_PAGE: Missing = {
  name: 'Blog Post Not Found',
  title: 'Blog Post Not Found',
  text: "The blog post you're looking for doesn't exist.",
  action: { label: 'Back to Blog', href: blogHref() },
}

/** What stands in place of the list of a category that no post is of. */
export const NO_BLOG_CATEGORY_PAGE: Missing = {
  name: 'Blog Category Not Found',
  title: 'Blog Category Not Found',
  text: 'There are no blog posts in this category.',
  action: { label: 'Back to Blog', href: blogHref() },
}
