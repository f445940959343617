import { useRouteLoaderData } from 'react-router'

/** The signed-in player's account, as available to every screen. */
export type SignedInPlayer = {
  id: string
  username: string
  /** Empty if not set. */
  fullName: string
  email: string
  /** URL of the picture, or null. */
  avatar: string | null
  /** Id of the frame from the shop that the player uses. */
  frame: string | null
  isOperator: boolean
  /** Whether the account is less than a day old. */
  isNew: boolean
  /**
   * The player's settings: whether others see the wishlist and the most played games, and whether to e-mail
   * notifications.
   */
  showsWishlist: boolean
  showsMostPlayed: boolean
  wantsMail: boolean
}

/**
 * Returns the signed-in player from the root loader (app/shell/load-player.server.ts); null for a visitor. `Part` is
 * the data that the calling domain adds to the player.
 */
export function usePlayer<Part extends object = object>(): (SignedInPlayer & Part) | null {
  const root = useRouteLoaderData('root') as { player: (SignedInPlayer & Part) | null } | undefined
  return root?.player ?? null
}
