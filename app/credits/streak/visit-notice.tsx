import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { utcDay } from '../../lib/dates.ts'
import { clearFreshCredits } from '../fresh-credits.ts'
import { useCreditedPlayer } from '../use-credited-player.ts'
import { showToast } from '../../ui/floating/toast.tsx'
import type { ReportedVisit } from './describe-visit.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** Visits already announced: an error page unmounts this component, and it is mounted again afterwards. */
const reported = new WeakSet<ReportedVisit>()

/** Shows what the first visit of a day earned, and loads the new day in a tab that stays open past midnight. */
export function VisitNotice() {
  const player = useCreditedPlayer()
  const visit = player?.visit
  const loaded = useRouteLoaderData('root')
  useLayoutEffect(clearFreshCredits, [loaded])
  useEffect(() => {
    if (!visit || reported.has(visit)) return
    reported.add(visit)
    showToast({ title: `+${visit.credits} credits: first visit today`, text: visit.text })
  }, [visit])
  useNewDay(player && player.streak !== null ? player.day : null, player !== null)
  return null
}

/**
 * Reloads the root's data once if it is from another day, or if the visit is not noted because the page was only
 * prefetched: when the player returns to the tab or navigates, or a while after midnight.
 */
function useNewDay(loadedDay: string | null, isSignedIn: boolean): void {
  const refresh = useRefresh()
  const { pathname } = useLocation()
  const reportedOn = useRef('')
  const shouldReportAgain = useRef(false)
  useEffect(() => {
    if (!isSignedIn) return
    const look = () => {
      const today = utcDay(new Date())
      if (document.visibilityState !== 'visible' || loadedDay === today) return
      // The connection may come back while the last request is still pending.
      if (reportedOn.current === today) return void (shouldReportAgain.current = true)
      reportedOn.current = today
      shouldReportAgain.current = false
      void refresh().then((isFresh) => {
        if (isFresh) return
        reportedOn.current = ''
        if (shouldReportAgain.current) look()
      })
    }
    look()
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    // A random interval spreads the tabs' requests after midnight.
    const timer = setInterval(look, 60_000 + Math.random() * 60_000)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [pathname, loadedDay, isSignedIn, refresh])
}
