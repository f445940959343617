import { type Level, type Plan, createLevel } from './level.ts'

export const LEVELS = 200
export const LEVELS_PER_ACT = 20

type Act = { name: string; from: Plan; to: Plan }

const plan = (size: number, wraps = false, bolts = 0): Plan => ({ size, wraps, bolts })

/** Each act is a part of the house; its first half is made to one plan, its second half to the next. */
const ACTS: Act[] = [
  { name: 'The foyer', from: plan(4), to: plan(5) },
  { name: 'The stalls', from: plan(5), to: plan(6) },
  { name: 'The circle', from: plan(6), to: plan(7) },
  { name: 'The revolving stage', from: plan(4, true), to: plan(5, true) },
  { name: 'The gallery', from: plan(7), to: plan(8) },
  { name: 'The trap room', from: plan(5, true, 2), to: plan(6, true, 3) },
  { name: 'The wings', from: plan(8, false, 3), to: plan(8, false, 2) },
  { name: 'The fly loft', from: plan(6, true, 3), to: plan(7, true, 4) },
  { name: 'The gridiron', from: plan(9, false, 3), to: plan(9) },
  { name: 'The dome', from: plan(8, true, 5), to: plan(9, true, 6) },
]

/** By weekday from Sunday: small at the start of the week, large and wrapping at its end. */
const SHOWS: Plan[] = [
  plan(7, true, 4),
  plan(5),
  plan(6),
  plan(5, true, 2),
  plan(7),
  plan(6, true, 3),
  plan(8, false, 2),
]

export const ACT_COUNT = ACTS.length

export function actOf(number: number): number {
  return Math.ceil(number / LEVELS_PER_ACT)
}

export function actName(act: number): string {
  return ACTS[act - 1]?.name ?? ''
}

export function planLevel(number: number): Plan {
  const act = ACTS[actOf(number) - 1]
  if (!act) throw new Error(`There is no level ${number}`)
  return (number - 1) % LEVELS_PER_ACT < LEVELS_PER_ACT / 2 ? act.from : act.to
}

/** Level 1 to 200. */
export function numberedLevel(number: number): Level {
  return createLevel(String(number), planLevel(number))
}

/** Tonight's show: one level for each day of the player's calendar. */
export function showOn(date: Date): Level {
  return createLevel(showKey(date), planShow(date))
}

export function planShow(date: Date): Plan {
  return SHOWS[date.getDay()] ?? plan(6)
}

export function showKey(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `show-${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
