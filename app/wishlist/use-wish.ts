import { useSyncExternalStore } from 'react'
import { loginHrefHere } from '../accounts/login-href.ts'
import { send, type SendError } from '../forms/send.ts'
import { usePlayer } from '../accounts/use-player.ts'
import type { PlayerWishes } from './wish-store.ts'
import { showToast } from '../ui/toast.tsx'
import { keptWishes } from './kept-wishes.ts'
import { isBusy, isWished, settleWish, startWish, subscribeToWishes } from './wish-store.ts'
import { entryHref } from './wishlist-href.ts'
import { WISHLIST_MESSAGES } from './wishlist-rules.ts'

/** Whether a game is wished for, and what pressing its heart does. */
export function useWish(gameId: number): { isWished: boolean; isBusy: boolean; toggle: () => void } {
  const player = usePlayer<PlayerWishes>()
  const isWishedNow = useSyncExternalStore(
    subscribeToWishes,
    () => isWished(player, gameId),
    () => player?.wishes.includes(gameId) ?? false,
  )
  const isBusyNow = useSyncExternalStore(
    subscribeToWishes,
    () => isBusy(gameId),
    () => false,
  )
  const toggle = () => {
    if (isBusy(gameId)) return
    if (player) void change(player, gameId, !isWishedNow)
    else if (isWishedNow) forget(gameId)
    else remember(gameId)
  }
  return { isWished: isWishedNow, isBusy: isBusyNow, toggle }
}

/** Shows the change at once, and takes it back where the server does not make it. */
async function change(player: { id: string }, gameId: number, wanted: boolean): Promise<void> {
  startWish(gameId, wanted)
  try {
    await send(wanted ? 'PUT' : 'DELETE', entryHref(gameId))
    settleWish(player, gameId, wanted, true)
  } catch (error) {
    settleWish(player, gameId, !wanted, false)
    explain(error as SendError, gameId, wanted)
    return
  }
  if (wanted) showToast({ title: WISHLIST_MESSAGES.added })
  else {
    const undo = () => void (isBusy(gameId) || change(player, gameId, true))
    showToast({ title: WISHLIST_MESSAGES.removed, action: { label: 'Undo', onClick: undo } })
  }
}

/** Of a session that was ended elsewhere the shell tells; from then on the wish is kept like a visitor's. */
function explain({ status, message }: SendError, gameId: number, wanted: boolean): void {
  if (status !== 401) showToast({ title: WISHLIST_MESSAGES.failed, text: message, tone: 'error' })
  else if (wanted) keptWishes.add({ id: gameId, at: Date.now() })
}

function remember(gameId: number): void {
  const isKept = keptWishes.add({ id: gameId, at: Date.now() })
  showToast({
    title: WISHLIST_MESSAGES.visitor,
    ...(isKept && { text: WISHLIST_MESSAGES.kept }),
    tone: 'neutral',
    action: { label: 'Login', href: loginHrefHere() },
  })
}

function forget(gameId: number): void {
  keptWishes.remove([gameId])
  showToast({ title: WISHLIST_MESSAGES.forgotten, tone: 'neutral' })
}
