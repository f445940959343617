import { useEffect, useEffectEvent } from 'react'
import { usePlayer } from '../accounts/use-player.ts'
import type { PlayerWishes } from '../wishlist/wish-store.ts'
import { MAX_WISHES } from '../wishlist/wishlist-rules.ts'
import { useRefresh } from '../ui/use-refresh.ts'

/** Once somebody is signed in, what this browser kept for a visitor moves into the account, and is said. */
export function useMoveKept(): void {
  const player = usePlayer<PlayerWishes>()
  const refresh = useRefresh()
  const id = player?.id
  const move = useEffectEvent(() => {
    const hasRoom = player !== null && player.wishes.length < MAX_WISHES
    // Where the server does not take it, the browser still has it, and tries again with the next page.
    alone(async () => (await import('./move-kept.ts')).moveKept(hasRoom)).then(
      (hasMoved) => (hasMoved ? refresh() : undefined),
      () => {},
    )
  })
  // Once a page: room that comes while somebody takes wishes off is left to them, who may change their mind.
  useEffect(() => (id ? move() : undefined), [id])
}

/** One tab at a time, where the browser can: the next one finds nothing left. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('playhall:kept', work) : work()
}
