import { useEffect } from 'react'
import { usePlayer } from '../accounts/use-player.ts'
import type { PlayerWishes } from './wish-store.ts'
import { clearSettledWishes, listenToOtherTabs } from './wish-store.ts'

/** Keeps the hearts of a page in step with the server's list and other tabs. Use it once per page, in the shell. */
export function useWishSync(): void {
  const player = usePlayer<PlayerWishes>()
  const [id, wishes] = [player?.id, player?.wishes]
  useEffect(clearSettledWishes, [wishes])
  useEffect(() => (id ? listenToOtherTabs({ id }) : undefined), [id])
}
