const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** 12 Nov 2026, in UTC so that server and browser say the same. */
export function formatDay(date: Date): string {
  return day.format(date)
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** 12 Nov 2026, 14:05 UTC. */
export function formatMoment(date: Date): string {
  return `${moment.format(date)} UTC`
}

/** 2026-11-12: the UTC day that a moment is in. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The day so many days after another; before it where they are negative. */
export function addDays(day: string, days: number): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))
}
