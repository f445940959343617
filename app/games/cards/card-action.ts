import { createContext, type ReactNode } from 'react'
import type { Card } from './card.server.ts'

/**
 * The button on a game's card. It is next to the card's link, since a link cannot contain a button. The wishlist
 * provides a heart, and a row can provide its own button. The value is null on the server and until hydration, which
 * saves rendering a hundred buttons and leaves no dead buttons on a page without scripts.
 */
export const CardAction = createContext<((game: Card) => ReactNode) | null>(null)
