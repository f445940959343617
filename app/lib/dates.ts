const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** 12 Nov 2026, in UTC so that server and browser say the same. */
export function formatDay(date: Date): string {
  return day.format(date)
}
