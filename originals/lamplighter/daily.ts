import type { Plan } from './level.ts'
import { planShow, showKey } from './programme.ts'

/** The day of the first puzzle. */
const FIRST_DAY = '2026-01-01'
const DAY = 24 * 60 * 60 * 1000

/** Returns the UTC day, such as 2026-03-07, so that everyone plays the same puzzle at the same time. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

export function dayAfter(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY))
}

/** Returns the number of a day's puzzle: 1 on the first day of 2026. */
export function numberOf(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(FIRST_DAY)) / DAY) + 1
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Returns the day as text, by default such as "7 March". */
export function nameDay(day: string, style?: Intl.DateTimeFormatOptions): string {
  const date = new Date(Date.parse(day))
  return style ? date.toLocaleDateString('en-GB', { ...style, timeZone: 'UTC' }) : dayAndMonth.format(date)
}

/** Describes a day's puzzle: its size and its fittings. */
export function describeShow(day: string): string {
  const { size, ...plan } = planShow(day)
  const special = SPECIALS.flatMap(([has, words]) => (has(plan) ? [words] : []))
  return [`${size} by ${size}`, ...special].join(', ')
}

const SPECIALS: [(plan: Omit<Plan, 'size'>) => boolean, string][] = [
  [({ wraps }) => wraps, 'wraps round'],
  [({ currents }) => currents === 2, 'two currents'],
  [({ fuses }) => Boolean(fuses), 'fuses'],
  [({ valves }) => Boolean(valves), 'one-way wires'],
  [({ gears }) => Boolean(gears), 'coupled tiles'],
  [({ beams }) => Boolean(beams), 'beams'],
]

type Shows = { stars: Record<string, number>; late: readonly string[] }

/**
 * Returns the number of consecutive days up to today whose puzzle was solved on its day. Today's puzzle may still be
 * unsolved.
 */
export function streakOn(today: string, { stars, late }: Shows): number {
  const isDone = (day: string) => (stars[showKey(day)] ?? 0) > 0 && !late.includes(showKey(day))
  let day = isDone(today) ? today : dayAfter(today, -1)
  let days = 0
  for (; isDone(day); day = dayAfter(day, -1)) days++
  return days
}

/** Returns the weeks of the calendar, from Monday to Sunday. The last one is the whole current week. */
export function weeksUntil(today: string, weeks: number): string[][] {
  const sinceMonday = (new Date(Date.parse(today)).getUTCDay() + 6) % 7
  const first = dayAfter(today, -sinceMonday - 7 * (weeks - 1))
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => dayAfter(first, week * 7 + day)),
  )
}

type Result = {
  day: string
  stars: number
  turns: number
  fewest: number
  hints: number
  streak: number
  address: string
}

/** Returns a result as text to share, which does not reveal the solution. */
export function resultText({ day, stars, turns, fewest, hints, streak, address }: Result): string {
  const helped = hints === 0 ? 'no hints' : hints === 1 ? '1 hint' : `${hints} hints`
  return [
    `Lamplighter ${numberOf(day)}, ${nameDay(day)}`,
    `${'★'.repeat(stars)}${'☆'.repeat(3 - stars)} ${turns} turns (${fewest} would do), ${helped}`,
    ...(streak > 1 ? [`${streak} days in a row`] : []),
    address,
  ].join('\n')
}
