import { href } from 'react-router'
import type { Missing } from '../../server/http/responses.server.ts'

/** Response text of endpoints for a game that does not exist. */
export const NO_GAME = 'This game doesn’t exist.'

/** The error page for a game that is not public at the moment. */
export const GAME_UNAVAILABLE: Missing = {
  name: 'Game unavailable',
  title: 'This game is unavailable',
  text: 'It may come back. Until then, these are much like it.',
  action: { label: 'All games', href: href('/games') },
}

/** The error page for a game that was deleted. */
export const GAME_DELETED: Missing = {
  name: 'Game removed',
  title: 'This game was removed',
  text: 'It is no longer here. These are much like it.',
  action: { label: 'All games', href: href('/games') },
}

/** The error page for a game that does not exist (docs/product.md#missing-pages). */
export const NO_GAME_PAGE: Missing = {
  name: 'Game Not Found',
  title: "Game Not Found - But Don't Give Up!",
  text: 'This game doesn’t exist, or is no longer here. Plenty of others are ready to play.',
  action: { label: 'Discover Amazing Games', href: href('/games') },
}
