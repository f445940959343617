import { listingOf } from '../catalogue/category-rules.ts'
import type { Order } from './list-orders.ts'
import { type ListingPage, pageListing } from './page-listing.server.ts'

/** Games on a page of `/games` (docs/product.md#all-games). */
export const PAGE_SIZE = 105

/**
 * Returns one page of `/games`: all games, a collection (`new`, `popular`, `original`), or a category by name, slug or
 * synonym. A page out of range means page 1.
 */
export function pageGames({
  filter,
  order = 'newest',
  page,
}: {
  filter: string
  order?: Order
  page: number
}): Promise<ListingPage> {
  const listing = filter === 'all' ? 'all' : listingOf(filter)
  return pageListing(listing, order, page, { size: PAGE_SIZE, withTags: true })
}
