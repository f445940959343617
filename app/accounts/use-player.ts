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
  isOperator: boolean
  /** What they chose of their profile: whether others see the wishlist, and whether news come by mail. */
  showsWishlist: boolean
  wantsMail: boolean
}

/**
 * The signed-in player, from the root loader (app/shell/load-player.server.ts); null for a visitor. `Part` is what a domain
 * to the right adds to it.
 */
export function usePlayer<Part extends object = object>(): (SignedInPlayer & Part) | null {
  const root = useRouteLoaderData('root') as { player?: (SignedInPlayer & Part) | null } | undefined
  return root?.player ?? null
}
