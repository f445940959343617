import { createRandom, type Random } from './random.ts'
import { DELIVERY_EVERY } from './tuning.ts'

export type ObstacleKind = 'chimney' | 'skylight' | 'antenna' | 'sign' | 'tank' | 'drone'

/**
 * A box that the courier must not hit. `y` is its lower edge. The courier can stand on an obstacle and stomp a drone.
 */
export interface Obstacle {
  kind: ObstacleKind
  x: number
  y: number
  width: number
  height: number
  roofTop: number
  gone: boolean
}

export interface Cinema {
  /** Where the courier delivers the reels. */
  x: number
  name: string
  delivered: boolean
}

export interface Roof {
  index: number
  x: number
  width: number
  top: number
  cinema: Cinema | null
}

export interface Reel {
  x: number
  y: number
  taken: boolean
}

/** A skylight shade with a spring that throws the courier up. */
export interface Pad {
  x: number
  width: number
  top: number
}

export interface Course {
  random: Random
  roofs: Roof[]
  obstacles: Obstacle[]
  reels: Reel[]
  pads: Pad[]
  /** The x up to which the course is complete. */
  end: number
  nextCinema: number
  roofCount: number
  lastBeat: string
}

export const FIRST_ROOF_START = -1200
export const FIRST_ROOF_END = 760

export function createCourse(seed: number): Course {
  const first: Roof = { index: 0, x: FIRST_ROOF_START, width: FIRST_ROOF_END - FIRST_ROOF_START, top: 60, cinema: null }
  return {
    random: createRandom(seed),
    roofs: [first],
    obstacles: [],
    reels: [4, 5, 6, 7].map((place) => ({ x: place * 64, y: 84, taken: false })),
    pads: [],
    end: FIRST_ROOF_END,
    nextCinema: DELIVERY_EVERY,
    roofCount: 1,
    lastBeat: '',
  }
}

/** Removes everything behind `before`, so that a long run costs no more than a short one. */
export function trimCourse(course: Course, before: number): void {
  const ahead = (thing: { x: number; width?: number }) => thing.x + (thing.width ?? 0) > before
  course.roofs = course.roofs.filter(ahead)
  course.obstacles = course.obstacles.filter(ahead)
  course.reels = course.reels.filter(ahead)
  course.pads = course.pads.filter(ahead)
}
