import { BEATS, type Beat, layArc } from './course-beats.ts'
import type { Cinema, Course, Roof } from './course.ts'
import { between, pick } from './random.ts'
import { DELIVERY_EVERY, jumpReach, METRE, speedAt } from './tuning.ts'

const LOWEST_ROOF = 0
const HIGHEST_ROOF = 190
/** The largest gap, as a fraction of the jump's reach. The rest is a margin for human reaction time. */
const SINGLE_JUMP_SHARE = 0.66
const DOUBLE_JUMP_SHARE = 0.7

const CINEMAS = [
  'Lantern',
  'Bijou',
  'Paper Moon',
  'Nightjar',
  'Little Comet',
  'Marlow',
  'Harbour',
  'Starling',
  'Velvet',
]

/**
 * Extends the course to at least `until`. The same seed always builds the same course, regardless of the size of the
 * steps.
 */
export function extendCourse(course: Course, until: number): void {
  while (course.end < until) addRoof(course)
}

/** Returns the difficulty at a position: 0 at the beginning, 1 from 1,400 metres on. */
function hardness(x: number): number {
  return Math.min(1, Math.max(0, x / METRE / 1400))
}

function addRoof(course: Course): void {
  const last = course.roofs[course.roofs.length - 1] as Roof
  const isCinema = course.end > course.nextCinema - speedAt(course.end) * 2.2
  const { x, top } = leap(course, last, isCinema)
  const roof: Roof = { index: course.roofCount, x, width: 0, top, cinema: null }
  const end = isCinema ? furnishCinema(course, roof) : furnishRoof(course, roof)
  roof.width = end - x
  course.roofs.push(roof)
  course.roofCount += 1
  course.end = end
}

/** Chooses the next roof's gap and height. */
function leap(course: Course, last: Roof, gentle: boolean): { x: number; top: number } {
  const { random, end } = course
  const hard = hardness(end)
  const speed = speedAt(end)
  const early = end < 45 * METRE
  const wanted = last.top + between(random, early ? -30 : -80 - 30 * hard, early ? 15 : 60 + 20 * hard)
  const top = Math.min(HIGHEST_ROOF, Math.max(LOWEST_ROOF, wanted))
  const rise = top - last.top
  const single = jumpReach(speed, rise, 1)
  const needsTwo = !gentle && end > 170 * METRE && random() < 0.12 + 0.2 * hard
  const gap = needsTwo
    ? between(random, single * 1.04, Math.max(single * 1.08, jumpReach(speed, rise, 2) * DOUBLE_JUMP_SHARE))
    : single * between(random, 0.34, early ? 0.45 : 0.5 + (SINGLE_JUMP_SHARE - 0.5) * hard)
  if (needsTwo) layArc(course, end + gap / 2, Math.max(last.top, top) + 40, gap * 0.8, 150, 7)
  else if (random() < 0.45) layArc(course, end + gap / 2, Math.max(last.top, top), gap * 0.7, 100, 5)
  return { x: end + gap, top }
}

function furnishRoof(course: Course, roof: Roof): number {
  const { random } = course
  const hard = hardness(roof.x)
  const rest = 1.05 - 0.3 * hard
  const most = roof.x < 45 * METRE ? 1 : 2 + Math.round(hard)
  const count = Math.max(1, Math.ceil(random() * most))
  let x = roof.x + speedAt(roof.x) * between(random, 0.62, 0.8)
  for (let index = 0; index < count; index += 1) {
    const speed = speedAt(x)
    const beat = chooseBeat(course, x)
    x = beat.lay(course, { x, top: roof.top, speed }) + speed * (index < count - 1 ? rest * between(random, 1, 1.3) : 0)
  }
  return x + speedAt(x) * between(random, 0.5, 0.7)
}

function chooseBeat(course: Course, x: number): Beat {
  const known = BEATS.filter((beat) => x / METRE >= beat.from && beat.name !== course.lastBeat)
  let ticket = course.random() * known.reduce((sum, beat) => sum + beat.weight, 0)
  const beat = known.find((candidate) => (ticket -= candidate.weight) < 0) ?? (known[0] as Beat)
  course.lastBeat = beat.name
  return beat
}

/** Adds a long, clear roof where the player can rest, with the delivery in the middle. Returns its right end. */
function furnishCinema(course: Course, roof: Roof): number {
  const speed = speedAt(roof.x)
  const cinema: Cinema = { x: roof.x + speed * 0.95, name: pick(course.random, CINEMAS), delivered: false }
  roof.cinema = cinema
  layArc(course, cinema.x - speed * 0.42, roof.top, speed * 0.3, 0, 4)
  course.nextCinema += DELIVERY_EVERY
  return roof.x + speed * 1.9
}
