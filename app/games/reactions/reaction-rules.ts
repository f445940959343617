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
