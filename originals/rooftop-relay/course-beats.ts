import type { Course, ObstacleKind } from './course.ts'
import { between } from './random.ts'

/** Where a beat begins: its left edge, the height of its roof and the running speed at that position. */
export interface Spot {
  x: number
  top: number
  speed: number
}

/** A challenge that the course can contain. `lay` places it on a roof and returns the x at which it ends. */
export interface Beat {
  name: string
  /**
   * The distance in metres at which the beat first appears. Players meet each kind alone before they meet it in
   * combination.
   */
  from: number
  weight: number
  lay: (course: Course, spot: Spot) => number
}

function place(course: Course, kind: ObstacleKind, spot: Spot, x: number, lift: number, width: number, height: number) {
  course.obstacles.push({ kind, x, y: spot.top + lift, width, height, roofTop: spot.top, gone: false })
  return x + width
}

/** Places reels along the path of a jump that peaks at `middle`. */
export function layArc(course: Course, middle: number, foot: number, reach: number, rise: number, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const part = count === 1 ? 0 : (index / (count - 1)) * 2 - 1
    course.reels.push({ x: middle + (part * reach) / 2, y: foot + 26 + rise * (1 - part * part), taken: false })
  }
}

function layLine(course: Course, x: number, y: number, count: number, apart: number): void {
  for (let index = 0; index < count; index += 1) course.reels.push({ x: x + index * apart, y, taken: false })
}

const layChimney = (course: Course, spot: Spot) => {
  const end = place(course, 'chimney', spot, spot.x, 0, 36, between(course.random, 44, 64))
  if (course.random() < 0.6) layArc(course, spot.x + 18, spot.top, spot.speed * 0.42, 104, 5)
  return end
}

const laySign = (course: Course, spot: Spot) => {
  layLine(course, spot.x - 20, spot.top + 14, 3, 52)
  return place(course, 'sign', spot, spot.x, 38, 62, 176)
}

export const BEATS: readonly Beat[] = [
  { name: 'chimney', from: 0, weight: 3, lay: layChimney },
  {
    name: 'skylight',
    from: 0,
    weight: 2,
    lay: (course, spot) => {
      const width = spot.speed * 0.3
      layLine(course, spot.x + width / 2 - 40, spot.top + 62, 3, 40)
      return place(course, 'skylight', spot, spot.x, 0, width, 34)
    },
  },
  { name: 'sign', from: 30, weight: 3, lay: laySign },
  {
    name: 'antenna',
    from: 70,
    weight: 1.5,
    lay: (course, spot) => place(course, 'antenna', spot, spot.x, 0, 10, between(course.random, 70, 92)),
  },
  {
    // There are two ways past it: slide between the legs, or jump onto the lid for better reels.
    name: 'tank',
    from: 90,
    weight: 2.4,
    lay: (course, spot) => {
      layLine(course, spot.x + 8, spot.top + 146, 3, 40)
      if (course.random() < 0.5) layLine(course, spot.x + 28, spot.top + 14, 2, 40)
      return place(course, 'tank', spot, spot.x, 40, 96, 78)
    },
  },
  {
    name: 'pad',
    from: 120,
    weight: 1.3,
    lay: (course, spot) => {
      course.pads.push({ x: spot.x, width: 52, top: spot.top })
      layArc(course, spot.x + 26 + spot.speed * 0.5, spot.top + 90, spot.speed * 0.66, 205, 7)
      return spot.x + spot.speed * 1.12
    },
  },
  {
    name: 'twin chimneys',
    from: 160,
    weight: 1.6,
    lay: (course, spot) => {
      const second = spot.x + 34 + spot.speed * 0.15
      layArc(course, (spot.x + second + 34) / 2, spot.top, spot.speed * 0.5, 110, 5)
      place(course, 'chimney', spot, spot.x, 0, 34, 42)
      return place(course, 'chimney', spot, second, 0, 34, 42)
    },
  },
  {
    name: 'low drone',
    from: 210,
    weight: 2,
    lay: (course, spot) => place(course, 'drone', spot, spot.x, 36, 54, 24),
  },
  {
    // It only tests the player's nerve: the courier can run straight on beneath it.
    name: 'high drone',
    from: 240,
    weight: 1.4,
    lay: (course, spot) => {
      layLine(course, spot.x - 40, spot.top + 24, 4, 44)
      return place(course, 'drone', spot, spot.x, 88, 54, 24)
    },
  },
  {
    name: 'sign, then chimney',
    from: 320,
    weight: 2,
    lay: (course, spot) => {
      const x = laySign(course, spot) + spot.speed * 0.52
      return layChimney(course, { ...spot, x })
    },
  },
  {
    name: 'drone stair',
    from: 420,
    weight: 1.2,
    lay: (course, spot) => {
      const next = spot.x + spot.speed * 0.62
      place(course, 'drone', spot, spot.x, 36, 54, 24)
      layArc(course, (spot.x + next) / 2 + 27, spot.top + 60, spot.speed * 0.4, 96, 5)
      return place(course, 'drone', spot, next, 36, 54, 24)
    },
  },
]
