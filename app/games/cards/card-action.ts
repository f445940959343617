import { createContext, type ReactNode } from 'react'
import type { Card } from './card.server.ts'

/**
 * A button for the game of a card, next to the card's link, which cannot contain it: the wishlist provides a heart, a
 * row its own button. Null on the server and until hydration, so that a hundred cards cost nothing more there and a
 * page without script has no dead buttons.
 */
export const CardAction = createContext<((game: Card) => ReactNode) | null>(null)
