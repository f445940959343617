import type { Votes } from './reaction-rules.ts'

/** Lamps of a rating. */
export const BEST_RATING = 5

/** Fewer votes say little: their counts are told instead. */
export const RATED_FROM = 5

/** What players think of a game: 5 × likes / votes, to one decimal (docs/product.md, Catalogue); null where too few voted. */
export function ratingOf({ likes, dislikes }: Votes): { rating: number; votes: number } | null {
  const votes = likes + dislikes
  return votes >= RATED_FROM ? { rating: Math.round((BEST_RATING * 10 * likes) / votes) / 10, votes } : null
}
