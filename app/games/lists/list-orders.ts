import { categoryHref } from '../catalogue/games-href.ts'

/** The orders of a list of games, by their names in its address (docs/product.md#lists-of-a-category). */
export const ORDERS = { newest: 'Newest', 'most-played': 'Most played', 'a-z': 'A–Z' } as const

export type Order = keyof typeof ORDERS

/** The order in `?order=`; newest if it is missing or unknown. */
export function orderOf(request: Request): Order {
  const order = new URL(request.url).searchParams.get('order') ?? ''
  return Object.hasOwn(ORDERS, order) ? (order as Order) : 'newest'
}

/** A category in an order and at a page; the defaults are left out. */
export function listingHref(slug: string, { order = 'newest', page = 1 }: { order?: Order; page?: number }): string {
  const query = new URLSearchParams()
  if (order !== 'newest') query.set('order', order)
  if (page > 1) query.set('page', String(page))
  return categoryHref(slug) + (query.size ? `?${query}` : '')
}
