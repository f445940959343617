import { useSyncExternalStore } from 'react'
import { ageOf } from '../lib/age.ts'
import { formatDay, formatMoment } from '../lib/dates.ts'

const MINUTE = 60_000

/** Renders a time: the day on the server and during hydration, then its age, such as '12 min ago'. */
export function RelativeTime({ at }: { at: string }) {
  const minute = useSyncExternalStore(
    eachMinute,
    () => Math.floor(Date.now() / MINUTE),
    () => null,
  )
  const moment = new Date(at)
  return (
    <time dateTime={at} title={formatMoment(moment)}>
      {minute === null ? formatDay(moment) : ageOf(moment, new Date())}
    </time>
  )
}

function eachMinute(notify: () => void): () => void {
  const timer = setInterval(notify, MINUTE / 2)
  return () => clearInterval(timer)
}
