import { formatDay } from './dates.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago something was, as one says it: '12 min ago', '2 hours ago', 'yesterday'; from a week on its day. */
export function ageOf(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime()
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`
  const hours = Math.floor(passed / HOUR)
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`
  const days = dayOf(now) - dayOf(at)
  if (days < 2) return 'yesterday'
  return days < 7 ? `${days} days ago` : formatDay(at)
}

/** The number of a day where the reader is: yesterday ends at their midnight. */
function dayOf(moment: Date): number {
  return Math.floor((moment.getTime() - moment.getTimezoneOffset() * MINUTE) / DAY)
}
