import { formatDay } from './dates.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const short = new Intl.RelativeTimeFormat('en-GB', { style: 'short' })
const long = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/**
 * Formats the age of a moment, such as '12 min ago', '2 hours ago' or 'yesterday'. From a week on, it returns the date.
 */
export function ageOf(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime()
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return short.format(-Math.floor(passed / MINUTE), 'minute')
  if (passed < DAY) return long.format(-Math.floor(passed / HOUR), 'hour')
  const days = Math.max(1, dayOf(now) - dayOf(at))
  return days < 7 ? long.format(-days, 'day') : formatDay(at)
}

/** Returns a day number in the reader's time zone, so that yesterday ends at the reader's midnight. */
function dayOf(moment: Date): number {
  return Math.floor((moment.getTime() - moment.getTimezoneOffset() * MINUTE) / DAY)
}
