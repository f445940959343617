import { useSyncExternalStore } from 'react'
import { loginHrefHere } from '../accounts/login-href.ts'
import { useAction } from '../forms/use-action.ts'
import { usePlayer } from '../accounts/use-player.ts'
import type { PlayerWishes } from './wish-store.ts'
import { showToast } from '../ui/floating/toast.tsx'
import { localWishes } from './local-wishes.ts'
import { isBusy, isWished, setWishAsSaved, startWish, subscribeToWishes } from './wish-store.ts'
import { entryHref } from './wishlist-href.ts'
import { WISHLIST_MESSAGES } from './wishlist-rules.ts'

type WishedGame = { id: number; title: string; isUnavailable?: boolean }

/** Returns whether a game is on the wishlist, and `toggle`, which handles a press of its heart. */
export function useWish({ id: gameId, title, isUnavailable = false }: WishedGame): {
  isWished: boolean
  isBusy: boolean
  toggle: () => void
} {
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
  const { act } = useAction()
  /**
   * Sends a change. By the time a toast undoes it, the heart may have disappeared, or another heart of the game may be
   * busy.
   */
  const change = (player: { id: string }, wanted: boolean) => {
    if (isBusy(gameId)) return
    act({
      method: wanted ? 'PUT' : 'DELETE',
      path: entryHref(gameId),
      failed: WISHLIST_MESSAGES.failed,
      show: () => {
        startWish(gameId, wanted)
        return () => setWishAsSaved(player, gameId, !wanted, false)
      },
      onDone: () => {
        setWishAsSaved(player, gameId, wanted, true)
        // A game that is not public cannot be added again.
        const undo = isUnavailable ? {} : { action: { label: 'Undo', onClick: () => change(player, true) } }
        showToast(wanted ? { title: WISHLIST_MESSAGES.added } : { title: WISHLIST_MESSAGES.removed, ...undo })
      },
      // If the session has expired, save the wish like a guest's.
      onFailure: ({ status }) =>
        void (status === 401 && wanted && localWishes.add({ id: gameId, title, at: Date.now() })),
    })
  }
  const toggle = () => {
    if (isBusy(gameId)) return
    if (player) change(player, !isWishedNow)
    else if (isWishedNow) forget(gameId)
    else remember({ id: gameId, title })
  }
  return { isWished: isWishedNow, isBusy: isBusyNow, toggle }
}

function remember(game: { id: number; title: string }): void {
  const isSaved = localWishes.add({ ...game, at: Date.now() })
  showToast({
    title: WISHLIST_MESSAGES.visitor,
    ...(isSaved && { text: WISHLIST_MESSAGES.savedLocally }),
    tone: 'neutral',
    action: { label: 'Login', href: loginHrefHere() },
  })
}

function forget(gameId: number): void {
  localWishes.remove([gameId])
  showToast({ title: WISHLIST_MESSAGES.forgotten, tone: 'neutral' })
}
