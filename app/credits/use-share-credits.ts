import { useEffect } from 'react'
import { href } from 'react-router'
import { formatCount } from '../lib/text.ts'
import { updateCredits } from './fresh-credits.ts'
import { send } from '../forms/send.ts'
import { usePlayer } from '../accounts/use-player.ts'
import { SHARED } from '../site/shared-event.ts'
import { showToast } from '../ui/floating/toast.tsx'

/**
 * When a signed-in player shares a game on its page, reports the share to the server and shows the credits it earned.
 */
export function useShareCredits(gameId: number): void {
  const isSignedIn = usePlayer() !== null
  useEffect(() => {
    if (!isSignedIn) return
    const report = () => void share(gameId)
    window.addEventListener(SHARED, report)
    return () => window.removeEventListener(SHARED, report)
  }, [isSignedIn, gameId])
}

async function share(gameId: number): Promise<void> {
  try {
    const path = href('/game/:id/shares', { id: String(gameId) })
    const { credits, total } = await send<{ credits: number; total: number }>('POST', path)
    updateCredits(total)
    if (credits > 0)
      showToast({ title: `+${credits} credits for sharing`, text: `You have ${formatCount(total)} now.` })
  } catch {
    // Ignore a failure: the link was shared anyway, and missing credits do not justify an error message
    // (docs/product.md#reactions-and-shares).
  }
}
