import { useRouteLoaderData } from 'react-router'
import { useOwn, useOwnLater } from '../ui/own.tsx'
import { pack, type Packed } from '../ui/packed.tsx'

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

/** What the root loads of who looks, without which a page of ours is shown to a visitor. */
type Own = Packed<{ player: SignedInPlayer | null }>
const NOBODY: Own = pack({ player: null })

/**
 * The signed-in player, from the root loader (app/shell/load-player.server.ts); null for a visitor. `Part` is what a domain
 * to the right adds to it. On pages that are shared for what stands in an `<Own>`.
 */
export function usePlayer<Part extends object = object>(): (SignedInPlayer & Part) | null {
  return useOwn(useRootOwn()).player as (SignedInPlayer & Part) | null
}

/** The same for effects and handlers alone: while a page that is shared is rendered, it is null outside of an `<Own>`. */
export function usePlayerLater<Part extends object = object>(): (SignedInPlayer & Part) | null {
  return (useOwnLater(useRootOwn())?.player ?? null) as (SignedInPlayer & Part) | null
}

function useRootOwn(): Own {
  return (useRouteLoaderData('root') as { own: Own } | undefined)?.own ?? NOBODY
}
