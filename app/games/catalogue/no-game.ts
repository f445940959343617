import { href } from 'react-router'
import type { Missing } from '../../server/responses.server.ts'

/** What an endpoint answers about a game that is not there. */
export const NO_GAME = 'There is no such game.'

/** What stands in place of the page of a game that is not there (docs/product.md, Screens). */
export const NO_GAME_PAGE: Missing = {
  name: 'Game Not Found',
  title: "Game Not Found - But Don't Give Up!",
  text: 'This game is not here, or not any more. Plenty of others are ready to play.',
  action: { label: 'Discover Amazing Games', href: href('/games') },
}
