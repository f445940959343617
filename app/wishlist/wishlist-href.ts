import { href } from 'react-router'

/** A page of the wishlist. */
export function wishlistHref(page = 1): string {
  return href('/wishlist') + (page > 1 ? `?page=${page}` : '')
}

/** Where the entry of a game is made and removed. */
export function entryHref(gameId: number): string {
  return href('/wishlist/entries/:gameId', { gameId: String(gameId) })
}
