/** Games on a page of the wishlist, and in its row on the home page (docs/product.md, Wishlist). */
export const WISHES_ON_PAGE = 48
export const WISHES_IN_ROW = 16

/** Games that one wishlist holds. */
export const MAX_WISHES = 1000

/** What a browser keeps for somebody who is not signed in. */
export const MAX_KEPT_WISHES = 100

/** Of the wishes that a browser kept, the ids of those that are on the wishlist now, and of those that had no room there. */
export type MovedWishes = { moved: number[]; left: number[] }

/** What the wishlist says (docs/product.md, Wishlist). */
export const WISHLIST_MESSAGES = {
  added: 'Added to your wishlist!',
  removed: 'Removed from your wishlist!',
  failed: 'Failed to update wishlist',
  visitor: 'Please login to add games to your wishlist',
  kept: 'Saved on this device until you do.',
  forgotten: 'Removed from the games saved on this device',
  refused: 'User must be logged in to add to wishlist',
  noGame: 'There is no such game.',
  full: `A wishlist holds ${MAX_WISHES} games, and yours is full. Remove one to add another.`,
} as const
