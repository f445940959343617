import { href } from 'react-router'

const GAME = `${href('/games')}/`
const CATEGORY = href('/category/:category', { category: '-' }).slice(0, -1)

/**
 * Returns the path of a game's page. It is concatenated, since slugs need no escaping and a page builds hundreds of
 * paths.
 */
export function gameHref(slug: string): string {
  return GAME + slug
}

/** Returns a path that contains a game's id and redirects to its page. */
export function gameByIdHref(id: number): string {
  return href('/game/:id', { id: String(id) })
}

/** Returns the path of a category or collection. */
export function categoryHref(slug: string): string {
  return CATEGORY + encodeURIComponent(slug)
}

/** Returns the path of the games list with a category filter, search term, order and page. Defaults are omitted. */
export function gamesHref({
  filter = 'all',
  q = '',
  order = 'newest',
  page = 1,
}: { filter?: string; q?: string; order?: string; page?: number } = {}): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (filter !== 'all') query.set('filter', filter)
  if (order !== 'newest') query.set('order', order)
  if (page > 1) query.set('page', String(page))
  return href('/games') + (query.size ? `?${query}` : '')
}

/** Returns the path of the tags page with these tags selected. Commas are not escaped, for readability. */
export function tagsHref(tags: string[]): string {
  return href('/tags') + (tags.length ? `?tags=${tags.map(encodeURIComponent).join(',')}` : '')
}
