import { useEffect } from 'react'
import { usePlayer } from '../accounts/use-player.ts'
import type { PlayerWishes } from './wish-store.ts'
import { clearSettledWishes, listenToOtherTabs } from './wish-store.ts'

/**
 * Updates the hearts of a page after changes to the server's list or in other tabs. Use it once per page, in the shell.
 */
export function useWishSync(): void {
  const player = usePlayer<PlayerWishes>()
  const [id, wishes] = [player?.id, player?.wishes]
  useEffect(clearSettledWishes, [wishes])
  useEffect(() => (id ? listenToOtherTabs({ id }) : undefined), [id])
}
