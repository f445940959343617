import type { Missing } from '../server/http/responses.server.ts'
import { blogHref } from './blog-href.ts'

/** The text that endpoints return for a missing post. */
export const NO_BLOG_POST = 'This blog post doesn’t exist.'

/** Shown instead of the post page if the post does not exist (docs/product.md#missing-pages). */
export const NO_BLOG_POST_PAGE: Missing = {
  name: 'Blog Post Not Found',
  title: 'Blog Post Not Found',
  text: "The blog post you're looking for doesn't exist.",
  action: { label: 'Back to Blog', href: blogHref() },
}

/** Shown instead of the category page if the category has no posts. */
export const NO_BLOG_CATEGORY_PAGE: Missing = {
  name: 'Blog Category Not Found',
  title: 'Blog Category Not Found',
  text: 'There are no blog posts in this category.',
  action: { label: 'Back to Blog', href: blogHref() },
}
