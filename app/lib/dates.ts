const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Formats a date as 12 Nov 2026, in UTC so that the server and the browser agree. */
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

/** Formats a moment as 12 Nov 2026, 14:05 UTC. */
export function formatMoment(date: Date): string {
  return `${moment.format(date)} UTC`
}

/** Returns the UTC day of a moment, such as 2026-11-12. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Adds days, which may be negative, to a day such as 2026-11-12. */
export function addDays(day: string, days: number): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))
}
