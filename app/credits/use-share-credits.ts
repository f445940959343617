import { useCallback } from 'react'
import { href } from 'react-router'
import { formatCount } from '../lib/text.ts'
import { tellCredits } from './fresh-credits.ts'
import { send } from '../forms/send.ts'
import { usePlayerLater } from '../accounts/use-player.ts'
import { showToast } from '../ui/toast.tsx'

/** Tells the server that a player has shared a game; for the player's `onShare`. Says so where it earned something. */
export function useShareCredits(gameId: number | undefined): () => void {
  const isSignedIn = usePlayerLater() !== null
  return useCallback(() => {
    if (isSignedIn && gameId !== undefined) void share(gameId)
  }, [isSignedIn, gameId])
}

async function share(gameId: number): Promise<void> {
  try {
    const path = href('/game/:id/shares', { id: String(gameId) })
    const { credits, total } = await send<{ credits: number; total: number }>('POST', path)
    tellCredits(total)
    if (credits > 0)
      showToast({ title: `+${credits} credits for sharing`, text: `You have ${formatCount(total)} now.` })
  } catch {
    // The link was shared all the same: credits that are not given are not worth a message (docs/product.md, Playing).
  }
}
