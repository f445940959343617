import { type Level, type Plan, createLevel } from './level.ts'

export const LEVELS = 200
export const LEVELS_PER_ACT = 20

/** A part of an act: a number of levels with the same plan. */
type Part = [levels: number, plan: Plan]
/** `news` introduces the act's new fitting on its first level. */
type Act = { name: string; news: string; parts: Part[] }

type Fittings = Omit<Plan, 'size'>

const plan = (size: number, fittings: Partial<Fittings> = {}): Plan => ({ size, wraps: false, bolts: 0, ...fittings })

/** Each act is a place in the theatre, and introduces something new on a small board. */
const ACTS: Act[] = [
  {
    name: 'The foyer',
    news: '',
    parts: [
      [8, plan(4)],
      [12, plan(5)],
    ],
  },
  {
    name: 'The stalls',
    news: 'No wire passes a beam.',
    parts: [
      [4, plan(4, { beams: 6 })],
      [8, plan(5, { beams: 8 })],
      [8, plan(6, { beams: 8 })],
    ],
  },
  {
    name: 'The circle',
    news: 'Bolted tiles lie right.',
    parts: [
      [4, plan(4, { bolts: 5 })],
      [8, plan(6, { bolts: 5 })],
      [8, plan(7, { bolts: 4 })],
    ],
  },
  {
    name: 'The revolving stage',
    news: 'Wires go on at the opposite edge.',
    parts: [
      [4, plan(4, { wraps: true, bolts: 2 })],
      [8, plan(5, { wraps: true, bolts: 2 })],
      [8, plan(6, { wraps: true, beams: 6, bolts: 3 })],
    ],
  },
  {
    name: 'The gallery',
    news: 'Tiles with the same letter turn together.',
    parts: [
      [4, plan(4, { gears: 2 })],
      [8, plan(6, { gears: 4 })],
      [8, plan(7, { gears: 6, beams: 6 })],
    ],
  },
  {
    name: 'The trap room',
    news: 'A cover lifts when light comes beside it.',
    parts: [
      [4, plan(4, { covers: 5 })],
      [8, plan(6, { covers: 14, bolts: 2 })],
      [8, plan(6, { wraps: true, covers: 12, bolts: 4 })],
    ],
  },
  {
    name: 'The wings',
    news: 'Current passes an arrow one way only.',
    parts: [
      [4, plan(4, { valves: 3 })],
      [8, plan(6, { valves: 5 })],
      [8, plan(8, { valves: 8, gears: 3 })],
    ],
  },
  {
    name: 'The fly loft',
    news: 'Two currents that must not meet. Each lamp wants its own colour.',
    parts: [
      [4, plan(4, { currents: 2, bolts: 2 })],
      [8, plan(6, { currents: 2, bolts: 3 })],
      [8, plan(7, { currents: 2, beams: 8, bolts: 3 })],
    ],
  },
  {
    name: 'The gridiron',
    news: 'A fuse bears so many lamps behind it, and no more.',
    parts: [
      [4, plan(4, { fuses: 2, bolts: 1 })],
      [8, plan(7, { fuses: 4, bolts: 2 })],
      [8, plan(8, { fuses: 5, valves: 4, bolts: 3 })],
    ],
  },
  {
    name: 'The dome',
    news: 'Everything the house has, at once.',
    parts: [
      [4, plan(5, { wraps: true, currents: 2, bolts: 3 })],
      [8, plan(8, { currents: 2, fuses: 3, gears: 4, beams: 8, bolts: 3 })],
      [8, plan(8, { wraps: true, valves: 5, covers: 16, beams: 14, bolts: 5 })],
    ],
  },
]

/** The plans of daily puzzles by weekday, from Sunday: small early in the week, large and wrapping at its end. */
const SHOWS: Plan[] = [
  plan(7, { wraps: true, beams: 8, bolts: 4 }),
  plan(5, { beams: 5 }),
  plan(6, { gears: 3 }),
  plan(5, { wraps: true, bolts: 2 }),
  plan(6, { valves: 4, bolts: 2 }),
  plan(6, { currents: 2, bolts: 3 }),
  plan(7, { fuses: 3, bolts: 3 }),
]

export const ACT_COUNT = ACTS.length

export function actOf(number: number): number {
  return Math.ceil(number / LEVELS_PER_ACT)
}

export function actName(act: number): string {
  return ACTS[act - 1]?.name ?? ''
}

/** Returns the introduction of an act's new fitting; empty if there is none. */
export function actNews(act: number): string {
  return ACTS[act - 1]?.news ?? ''
}

export function planLevel(number: number): Plan {
  let before = (actOf(number) - 1) * LEVELS_PER_ACT
  for (const [levels, made] of ACTS[actOf(number) - 1]?.parts ?? []) {
    before += levels
    if (number <= before) return made
  }
  throw new Error(`There is no level ${number}`)
}

/** Returns a level by its number, from 1 to 200. */
export function numberedLevel(number: number): Level {
  return createLevel(String(number), planLevel(number))
}

/** Returns the daily puzzle: one level per day, the same for everyone. */
export function showOn(day: string): Level {
  return createLevel(showKey(day), planShow(day))
}

export function planShow(day: string): Plan {
  return SHOWS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? plan(6)
}

/** Returns the key under which a day's stars are stored; `day` has the form 2026-03-07. */
export function showKey(day: string): string {
  return `show-${day}`
}
