import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { utcDay } from '../lib/dates.ts'
import { forgetCredits } from './fresh-credits.ts'
import { useCreditedPlayer } from './use-credited-player.ts'
import { showToast } from '../ui/toast.tsx'
import type { ToldVisit } from './describe-visit.ts'
import { useRefresh } from '../ui/use-refresh.ts'

/** Visits that were told of: an error page between takes this component away and brings it back. */
const told = new WeakSet<ToldVisit>()

/** Says what the first visit of a day has earned, and has a tab that stays open over midnight ask for the new day. */
export function VisitNotice() {
  const player = useCreditedPlayer()
  const visit = player?.visit
  const loaded = useRouteLoaderData('root')
  useLayoutEffect(forgetCredits, [loaded])
  useEffect(() => {
    if (!visit || told.has(visit)) return
    told.add(visit)
    showToast({ title: `+${visit.credits} credits: first visit today`, text: visit.says })
  }, [visit])
  useNewDay(player && player.streak !== null ? player.day : null, player !== null)
  return null
}

/**
 * What the root knows is of the day it was loaded on. Another day, or one that was not noted since the page was only
 * fetched ahead, is asked for once: as the player comes back to the tab, goes to another page, or a while after midnight.
 */
function useNewDay(loadedDay: string | null, isSignedIn: boolean): void {
  const refresh = useRefresh()
  const { pathname } = useLocation()
  const askedOn = useRef('')
  const shouldAskAgain = useRef(false)
  useEffect(() => {
    if (!isSignedIn) return
    const look = () => {
      const today = utcDay(new Date())
      if (document.visibilityState !== 'visible' || loadedDay === today) return
      // The connection may come back while the answer to the last request is still awaited.
      if (askedOn.current === today) return void (shouldAskAgain.current = true)
      askedOn.current = today
      shouldAskAgain.current = false
      void refresh().then((isFresh) => {
        if (isFresh) return
        askedOn.current = ''
        if (shouldAskAgain.current) look()
      })
    }
    look()
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    // Each tab a while after midnight, not all of them at once.
    const timer = setInterval(look, 60_000 + Math.random() * 60_000)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [pathname, loadedDay, isSignedIn, refresh])
}
