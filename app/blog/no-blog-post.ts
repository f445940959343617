import type { Missing } from '../server/http/responses.server.ts'
import { blogHref } from './blog-href.ts'

/** Response of an endpoint for a missing post. */
export const NO_BLOG_POST = 'This blog post doesn’t exist.'

/** Shown in place of the page of a missing post (docs/product.md#missing-pages). */
export const NO_BLOG_POST_PAGE: Missing = {
  name: 'Blog Post Not Found',
  title: 'Blog Post Not Found',
  text: "The blog post you're looking for doesn't exist.",
  action: { label: 'Back to Blog', href: blogHref() },
}

/** Shown in place of the list of a category without posts. */
export const NO_BLOG_CATEGORY_PAGE: Missing = {
  name: 'Blog Category Not Found',
  title: 'Blog Category Not Found',
  text: 'There are no blog posts in this category.',
  action: { label: 'Back to Blog', href: blogHref() },
}
