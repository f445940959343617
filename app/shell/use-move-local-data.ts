import { useEffect, useEffectEvent } from 'react'
import { usePlayer } from '../accounts/use-player.ts'
import type { PlayerWishes } from '../wishlist/wish-store.ts'
import { MAX_WISHES } from '../wishlist/wishlist-rules.ts'
import { useRefresh } from '../ui/use-refresh.ts'

/** Once a player is signed in, moves what this browser stored for a visitor into the account, and reports it. */
export function useMoveLocalData(): void {
  const player = usePlayer<PlayerWishes>()
  const refresh = useRefresh()
  const id = player?.id
  const move = useEffectEvent(() => {
    const hasRoom = player !== null && player.wishes.length < MAX_WISHES
    // If the server fails, the browser still has the data, and tries again with the next page.
    alone(async () => (await import('./move-local-data.ts')).moveLocalData(hasRoom)).then(
      (hasMoved) => (hasMoved ? refresh() : undefined),
      () => {},
    )
  })
  // Once per page: room that a player makes later by removing wishes is not filled, since they may change their mind.
  useEffect(() => (id ? move() : undefined), [id])
}

/** One tab at a time, if the browser supports locks. The next tab finds nothing left to move. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('playhall:kept', work) : work()
}
