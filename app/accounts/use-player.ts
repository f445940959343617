import { useRouteLoaderData } from 'react-router'

/** What every screen knows of the account of the player who looks at it. */
export type SignedInPlayer = {
  id: string
  username: string
  /** Empty where none is given. */
  fullName: string
  email: string
  /** Address of the picture, or null. */
  avatar: string | null
  /** What of the shop they wear, by id. */
  frame: string | null
  isOperator: boolean
  /** Whether the account is of the last day. */
  isNew: boolean
  /** What they chose: whether others see the wishlist and the most played games, and whether news come by mail. */
  showsWishlist: boolean
  showsMostPlayed: boolean
  wantsMail: boolean
}

/**
 * The signed-in player, from the root loader (app/shell/load-player.server.ts); null for a visitor. `Part` is what a domain
 * to the right adds to it.
 */
export function usePlayer<Part extends object = object>(): (SignedInPlayer & Part) | null {
  const root = useRouteLoaderData('root') as { player: (SignedInPlayer & Part) | null } | undefined
  return root?.player ?? null
}
