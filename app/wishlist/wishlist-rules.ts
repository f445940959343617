import { formatCount } from '../lib/text.ts'

/** The number of games on a page of the wishlist, and in its row on the home page (docs/product.md#wishlist). */
export const WISHES_ON_PAGE = 48
export const WISHES_IN_ROW = 16

/** The maximum number of games on a wishlist. */
export const MAX_WISHES = 1000

/** The maximum number of games that a browser stores for a signed-out visitor. */
export const MAX_LOCAL_WISHES = 100

/** Ids of locally saved games: those now on the wishlist (`moved`), and those that did not fit (`left`). */
export type MovedWishes = { moved: number[]; left: number[] }

/** Texts of the wishlist. */
export const WISHLIST_MESSAGES = {
  added: 'Added to your wishlist!',
  removed: 'Removed from your wishlist!',
  failed: 'Failed to update wishlist',
  visitor: 'Please login to add games to your wishlist',
  savedLocally: 'Saved on this device until you do.',
  forgotten: 'Removed from the games saved on this device',
  refused: 'User must be logged in to add to wishlist',
  noGame: 'This game doesn’t exist.',
  full: `A wishlist holds ${formatCount(MAX_WISHES)} games, and yours is full. Remove one to add another.`,
} as const
