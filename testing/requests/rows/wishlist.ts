import { JSON_TYPE, open, page, type Row, sent, visitorOnly } from '../route-row.ts'

export const WISHLIST: Row[] = [
  page('wishlist', '/wishlist?page=1', {
    canonical: '/wishlist',
    noindex: true,
    shows: ['Please login to view your wishlist', 'Login'],
    hides: ['Your wishlist is empty'],
  }),
  open('wishlist/cards', '/wishlist/cards?games={game}', 200, { type: JSON_TYPE, shows: ['{"games":[{"id":{game},'] }),
  ...visitorOnly(
    open('wishlist/cards', '/wishlist/cards?games=2,99999,1', 200, {
      type: JSON_TYPE,
      // The card of a game that is not public or does not exist reveals nothing.
      shows: ['{"games":[{"id":2,', '{"id":99999,"slug":"","title":"",', '{"id":1,'],
    }),
    ...['', '?games=0', '?games=1%27'].map((query) => open('wishlist/cards', `/wishlist/cards${query}`, 400)),
  ),
  sent('PUT', 'wishlist/entries/:gameId', '/wishlist/entries/{game}', 204, {
    shows: ['User must be logged in to add to wishlist'],
  }),
  sent('DELETE', 'wishlist/entries/:gameId', '/wishlist/entries/{game}', 204, { shows: [] }),
]
