import { href } from 'react-router'
import { slugify } from '../lib/slug.ts'

/** The list of the blog, from one of its pages on. */
export function blogHref(page = 1): string {
  return fromPage(href('/blog'), page)
}

/** The page of a post. */
export function blogPostHref(slug: string): string {
  return href('/blog/:slug', { slug })
}

/** The posts of a category, from one of its pages on. */
export function blogCategoryHref(category: string, page = 1): string {
  return fromPage(href('/blog/category/:category', { category: blogCategorySlug(category) }), page)
}

/** What a category is in its address. Those that differ in case or signs alone are one; one that has no latin letters is itself. */
export function blogCategorySlug(category: string): string {
  return slugify(category) || category
}

function fromPage(list: string, page: number): string {
  return page === 1 ? list : `${list}?page=${page}`
}
