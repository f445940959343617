import type { Votes } from './reaction-rules.ts'

/** Lamps of a rating. */
export const BEST_RATING = 5

/** What players think of a game: 5 × likes / votes, to one decimal (docs/product.md, Catalogue); null where nobody voted. */
export function ratingOf({ likes, dislikes }: Votes): { rating: number; votes: number } | null {
  const votes = likes + dislikes
  return votes > 0 ? { rating: Math.round((BEST_RATING * 10 * likes) / votes) / 10, votes } : null
}
