import { href } from 'react-router'

export function wishlistHref(page = 1): string {
  return href('/wishlist') + (page > 1 ? `?page=${page}` : '')
}

/** Returns the path of the endpoint that creates and removes a game's entry. */
export function entryHref(gameId: number): string {
  return href('/wishlist/entries/:gameId', { gameId: String(gameId) })
}
