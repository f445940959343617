/** What a player can think of a game (docs/product.md, Playing). */
export const REACTIONS = ['like', 'dislike'] as const

export type Reaction = (typeof REACTIONS)[number]

/** How many players like and dislike a game. */
export type Votes = { likes: number; dislikes: number }

/** What is said when a reaction was given, and when it could not be (docs/product.md, Playing). */
export const REACTION_MESSAGES = {
  like: { thanks: 'Thanks for liking this game!', failed: 'Failed to update like' },
  dislike: { thanks: 'Thanks for your feedback!', failed: 'Failed to update dislike' },
  visitor: 'Please login to like or dislike games',
} as const

/** Lamps of a rating. */
export const BEST_RATING = 5

/** Fewer votes say little: the page shows their counts instead. */
export const RATED_FROM = 5

/** What players think of a game: 5 × likes / votes, to one decimal (docs/product.md, Catalogue); null where too few voted. */
export function ratingOf({ likes, dislikes }: Votes): { rating: number; votes: number } | null {
  const votes = likes + dislikes
  return votes >= RATED_FROM ? { rating: Math.round((BEST_RATING * 10 * likes) / votes) / 10, votes } : null
}
