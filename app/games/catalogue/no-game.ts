import { href } from 'react-router'
import type { Missing } from '../../server/http/responses.server.ts'

/** Response text of endpoints for a game that does not exist. */
export const NO_GAME = 'This game doesn’t exist.'

/** The error page for a game that does not exist (docs/product.md#missing-pages). */
export const NO_GAME_PAGE: Missing = {
  name: 'Game Not Found',
  title: "Game Not Found - But Don't Give Up!",
  text: 'This game doesn’t exist, or is no longer here. Plenty of others are ready to play.',
  action: { label: 'Discover Amazing Games', href: href('/games') },
}
