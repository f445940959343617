/** What is said of likes (docs/product.md, Community). */
export const LIKE_MESSAGES = {
  visitor: 'Please log in to like posts',
  failed: 'Failed to update like',
} as const

/** What the server counted after a like was given or taken back. */
export type Liked = { likes: number; isLiked: boolean }
