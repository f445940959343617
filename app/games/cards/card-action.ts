import { createContext, type ReactNode } from 'react'
import type { Card } from './card.server.ts'

/**
 * What can be done with the game of a card, as a button beside the card's link (none can stand in it). Others give it:
 * the wishlist its heart, a row its own. Null on the server and until the page is live, so that a hundred cards cost
 * nothing more there, and a page without script has no dead buttons.
 */
export const CardAction = createContext<((game: Card) => ReactNode) | null>(null)
