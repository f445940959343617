import { dayAfter, dayOf, describeShow, nameDay, numberOf } from '../../originals/lamplighter/daily.ts'

/** The slug of the original with a puzzle for each day (docs/product.md#todays-lamplighter). */
export const DAILY_GAME = 'lamplighter'

/** A UTC day, and the texts about its puzzle. */
export type Puzzle = { day: string; name: string; show: string }

/**
 * Returns the puzzles of the given day and the next. A page is cached and may be open at midnight, so the browser
 * decides which puzzle is today's.
 */
export function listPuzzles(now: Date): Puzzle[] {
  const today = dayOf(now)
  return [today, dayAfter(today, 1)].map((day) => ({
    day,
    name: `No. ${numberOf(day)}, ${nameDay(day)}`,
    show: describeShow(day),
  }))
}
