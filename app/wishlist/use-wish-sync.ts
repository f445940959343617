import { useEffect } from 'react'
import { usePlayer } from '../lib/use-player.ts'
import { forgetSettledWishes, hearOtherTabs } from './wish-store.ts'

/** Keeps the hearts of a page in step with the server's list and with other tabs. Once a page, in the shell. */
export function useWishSync(): void {
  const player = usePlayer()
  const [id, wishes] = [player?.id, player?.wishes]
  useEffect(forgetSettledWishes, [wishes])
  useEffect(() => (id ? hearOtherTabs({ id }) : undefined), [id])
}
