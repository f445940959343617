/** The reactions that a player can have to a game (docs/product.md#reactions-and-shares). */
export const REACTIONS = ['like', 'dislike'] as const

export type Reaction = (typeof REACTIONS)[number]

/** How many players like and dislike a game. */
export type Votes = { likes: number; dislikes: number }

/** Toast texts for a saved reaction, a failure, and a visitor. */
export const REACTION_MESSAGES = {
  like: { thanks: 'Thanks for liking this game!', failed: 'Failed to update like' },
  dislike: { thanks: 'Thanks for your feedback!', failed: 'Failed to update dislike' },
  visitor: 'Please login to like or dislike games',
} as const

/** The highest rating, shown in lamps. */
export const BEST_RATING = 5

/** With fewer votes, a rating means little, and the page shows the counts instead. */
export const RATED_FROM = 5

/**
 * Returns a game's rating: 5 × likes / votes, to one decimal (docs/product.md#views-and-ratings); null with too few
 * votes.
 */
export function ratingOf({ likes, dislikes }: Votes): { rating: number; votes: number } | null {
  const votes = likes + dislikes
  return votes >= RATED_FROM ? { rating: Math.round((BEST_RATING * 10 * likes) / votes) / 10, votes } : null
}
