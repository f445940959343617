import { useSyncExternalStore } from 'react'
import { formatMoment } from '../lib/dates.ts'

/** Renders a moment: in UTC on the server and during hydration, then in the browser's time zone. */
export function LocalTime({ at }: { at: Date }) {
  const isLocal = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <time dateTime={at.toISOString()} title={formatMoment(at)}>
      {isLocal ? localMoment().format(at) : formatMoment(at)}
    </time>
  )
}

const never = () => () => {}

let format: Intl.DateTimeFormat | undefined

function localMoment(): Intl.DateTimeFormat {
  format ??= new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return format
}
