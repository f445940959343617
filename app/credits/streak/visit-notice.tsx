import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { utcDay } from '../../lib/dates.ts'
import { clearFreshCredits } from '../fresh-credits.ts'
import { useCreditedPlayer } from '../use-credited-player.ts'
import { showToast } from '../../ui/floating/toast.tsx'
import type { ReportedVisit } from './describe-visit.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** Visits that were already announced. An error page unmounts this component, so its own state would be lost. */
const reported = new WeakSet<ReportedVisit>()

/**
 * Shows a toast with the credits that the first visit of a day earned. In a tab that stays open past midnight, loads
 * the new day's data.
 */
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
 * Reloads the root's data once if it is from another day, or if today's visit is not recorded because the page was
 * prefetched. Checks when the player navigates, when the tab becomes visible or goes online, and every one to two
 * minutes.
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
