import { href } from 'react-router'
import { slugify } from '../lib/slug.ts'

export function blogHref(page = 1): string {
  return fromPage(href('/blog'), page)
}

export function blogPostHref(slug: string): string {
  return href('/blog/:slug', { slug })
}

export function blogCategoryHref(category: string, page = 1): string {
  return fromPage(href('/blog/category/:category', { category: blogCategorySlug(category) }), page)
}

/**
 * Returns the slug of a category for URLs, without case and punctuation. A name without Latin letters is used
 * unchanged.
 */
export function blogCategorySlug(category: string): string {
  return slugify(category) || category
}

function fromPage(list: string, page: number): string {
  return page === 1 ? list : `${list}?page=${page}`
}
