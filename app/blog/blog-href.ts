import { href } from 'react-router'

/** The list of the blog, from one of its pages on. */
export function blogHref(page = 1): string {
  return page === 1 ? href('/blog') : `${href('/blog')}?page=${page}`
}

/** The page of a post. */
export function blogPostHref(slug: string): string {
  return href('/blog/:slug', { slug })
}
