import { dayAfter, dayOf, describeShow, nameDay, numberOf } from '../../originals/lamplighter/daily.ts'

/** The slug of the original that has a puzzle for each day (docs/product.md, Home page). */
export const DAILY_GAME = 'lamplighter'

/** A day of UTC, and what is said of its puzzle. */
export type Puzzle = { day: string; name: string; show: string }

/**
 * The puzzles of a moment's day and of the next: a page is shared, and may be open at midnight, so that the browser tells
 * which of them is today's.
 */
export function listPuzzles(now: Date): Puzzle[] {
  const today = dayOf(now)
  return [today, dayAfter(today, 1)].map((day) => ({
    day,
    name: `No. ${numberOf(day)}, ${nameDay(day)}`,
    show: describeShow(day),
  }))
}
