import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { usePlayer } from '../accounts/use-player.ts'
import type { PlayerWishes } from './wish-store.ts'
import { isBusy, isWished, subscribeToWishes, wishVersion } from './wish-store.ts'

/**
 * Returns the games of a wishlist page that are still on the list. A removed game disappears at once, and returns to
 * its place on undo. If there are other pages, games from the next page fill the gap. Focus that would be lost moves to
 * the page's heading.
 */
export function useShownWishes<Game extends { id: number }>(
  games: Game[],
  hasOtherPages: boolean,
): { shown: Game[]; heading: RefObject<HTMLHeadingElement | null> } {
  const player = usePlayer<PlayerWishes>()
  const { revalidate, state } = useRevalidator()
  const heading = useRef<HTMLHeadingElement>(null)
  const isLive =
    useSyncExternalStore(
      subscribeToWishes,
      () => wishVersion() + 1,
      () => 0,
    ) > 0
  const shown = isLive ? games.filter(({ id }) => isWished(player, id)) : games
  const isSettled = !games.some(({ id }) => isBusy(id))
  const hasGaps = shown.length < games.length

  const count = useRef(shown.length)
  useEffect(() => {
    if (shown.length < count.current && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true })
    }
    count.current = shown.length
  }, [shown.length])

  useEffect(() => {
    if (hasOtherPages && hasGaps && isSettled && state === 'idle') void revalidate()
  }, [hasOtherPages, hasGaps, isSettled, state, revalidate])

  return { shown, heading }
}
