import { href } from 'react-router'

const GAME = `${href('/games')}/`
const CATEGORY = href('/category/:category', { category: '-' }).slice(0, -1)

/** The page of a game. Concatenated, since slugs need no escaping and a page of cards builds hundreds of these. */
export function gameHref(slug: string): string {
  return GAME + slug
}

/** An address of a game by id, which redirects to its page. */
export function gameByIdHref(id: number): string {
  return href('/game/:id', { id: String(id) })
}

/** The page of a category or collection, by its slug. */
export function categoryHref(slug: string): string {
  return CATEGORY + encodeURIComponent(slug)
}

/** The games list with a category filter, search term, order and page; defaults are left out. */
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

/** The tags page with these tags selected; commas are not escaped, for readability. */
export function tagsHref(tags: string[]): string {
  return href('/tags') + (tags.length ? `?tags=${tags.map(encodeURIComponent).join(',')}` : '')
}
