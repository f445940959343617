import { categoryHref } from '../catalogue/games-href.ts'

/** The sort orders of a list of games, by their names in the URL (docs/product.md#lists-of-a-category). */
export const ORDERS = { newest: 'Newest', 'most-played': 'Most played', 'a-z': 'A–Z' } as const

export type Order = keyof typeof ORDERS

/** Returns the order in `?order=`, or newest if it is missing or unknown. */
export function orderOf(request: Request): Order {
  const order = new URL(request.url).searchParams.get('order') ?? ''
  return Object.hasOwn(ORDERS, order) ? (order as Order) : 'newest'
}

/** Returns the path of a category with an order and a page. Defaults are omitted. */
export function listingHref(slug: string, { order = 'newest', page = 1 }: { order?: Order; page?: number }): string {
  const query = new URLSearchParams()
  if (order !== 'newest') query.set('order', order)
  if (page > 1) query.set('page', String(page))
  return categoryHref(slug) + (query.size ? `?${query}` : '')
}
