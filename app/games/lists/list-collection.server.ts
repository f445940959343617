import type { Card } from '../cards/card.server.ts'
import type { Listing } from '../catalogue/category-rules.ts'
import { listCategory, listNewestGames, listOriginals, listPopularGames } from './list-games.server.ts'

const COLLECTION = 30
const CATEGORY = 50

/** The games of `/category/{slug}`: 30 of a collection, 50 of a category (docs/product.md, Lists). */
export function listListing(listing: Listing): Promise<Card[]> {
  if (listing.kind === 'category') return listCategory(listing.slug, CATEGORY)
  if (listing.collection === 'popular') return listPopularGames({ limit: COLLECTION })
  if (listing.collection === 'original') return listOriginals(COLLECTION)
  return listNewestGames({ limit: COLLECTION })
}
