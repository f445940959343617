import { extendCourse } from './course-generator.ts'
import { type Course, createCourse, trimCourse } from './course.ts'
import { type Controls, createRunner, heightOf, type Move, type Runner, stepRunner } from './runner.ts'
import { CUSHION, GRAVITY_FALLING, METRE, MAX_MULTIPLIER, speedAt, STEP } from './tuning.ts'

export type Happening = Move | 'reel' | 'delivery' | 'spill' | 'over'

/** An event to draw and to play a sound for. `amount` is the number of points, of reels, or of what its kind counts. */
export interface Moment {
  kind: Happening
  x: number
  y: number
  amount: number
}

export type Ending = 'fall' | 'wall' | 'hit'

export interface World {
  course: Course
  runner: Runner
  running: boolean
  ending: Ending | null
  /** The x at which the run ended. The courier drifts on. */
  endedAt: number
  /** Seconds since the run ended. */
  endedFor: number
  time: number
  score: number
  bag: number
  multiplier: number
  deliveries: number
  /** The number of consecutive reels. The pitch of their sound rises with it. */
  streak: number
  streakLeft: number
  moments: Moment[]
}

const AHEAD = 2600
const BEHIND = 900

export function createWorld(seed: number): World {
  const course = createCourse(seed)
  extendCourse(course, AHEAD)
  const counts = { score: 0, bag: 0, multiplier: 1, deliveries: 0, streak: 0, streakLeft: 0 }
  return {
    course,
    runner: createRunner(course),
    running: false,
    ending: null,
    endedAt: 0,
    endedFor: 0,
    time: 0,
    ...counts,
    moments: [],
  }
}

export const metresOf = ({ ending, endedAt, runner }: World): number =>
  Math.max(0, Math.floor((ending ? endedAt : runner.x) / METRE))

/** Advances the world by 1/120 second. Adds to `moments`, which the caller empties. */
export function stepWorld(world: World, controls: Controls): void {
  world.time += STEP
  if (world.ending) return tumble(world)
  if (!world.running) return
  const { runner, course } = world
  extendCourse(course, runner.x + AHEAD)
  trimCourse(course, runner.x - BEHIND)
  const before = runner.x
  for (const move of stepRunner(runner, course, controls)) follow(world, move)
  if (world.ending) return
  world.score += ((runner.x - before) / METRE) * world.multiplier
  world.streakLeft -= STEP
  if (world.streakLeft <= 0) world.streak = 0
  takeReels(world)
  deliver(world)
}

function tell(world: World, kind: Happening, amount = 0): void {
  world.moments.push({ kind, x: world.runner.x, y: world.runner.y, amount })
}

function follow(world: World, move: Move): void {
  if (world.ending) return
  if (move === 'hit') return meetObstacle(world)
  if (move === 'fall' || move === 'wall') return end(world, move)
  if (move === 'stomp' && world.runner.struck) {
    world.runner.struck.gone = true
    world.score += 50 * world.multiplier
    return tell(world, move, 50 * world.multiplier)
  }
  tell(world, move, move === 'land' ? 1 : 0)
}

/**
 * Handles obstacles that the courier hits. If the bag is full enough, the courier loses the reels instead of the run.
 */
function meetObstacle(world: World): void {
  if (world.bag < CUSHION) return end(world, 'hit')
  tell(world, 'spill', world.bag)
  world.bag = 0
  world.multiplier = 1
  world.runner.shield = 1.5
}

function end(world: World, ending: Ending): void {
  world.ending = ending
  world.endedAt = world.runner.x
  world.running = false
  world.score = Math.floor(world.score)
  tell(world, ending)
  tell(world, 'over', world.score)
  if (ending === 'hit') world.runner.speedUp = 430
}

/** Lets the courier fall after the end of the run, so that the final picture is not frozen. */
function tumble(world: World): void {
  const { runner, course } = world
  world.endedFor += STEP
  const drift = world.ending === 'wall' ? -24 : world.ending === 'hit' ? -110 : speedAt(runner.x) * 0.5
  if (!runner.grounded || world.endedFor < 0.1) runner.x += drift * STEP
  runner.speedUp -= GRAVITY_FALLING * 0.7 * STEP
  runner.y = Math.max(-900, runner.y + runner.speedUp * STEP)
  if (world.ending !== 'hit') return
  const roof = course.roofs.find((each) => runner.x >= each.x && runner.x <= each.x + each.width)
  if (roof && runner.y <= roof.top) {
    runner.y = roof.top
    runner.grounded = true
    runner.speedUp = Math.abs(runner.speedUp) > 200 ? -runner.speedUp * 0.3 : 0
  } else runner.grounded = false
}

function takeReels(world: World): void {
  const { runner } = world
  const middle = runner.y + heightOf(runner) / 2
  for (const reel of world.course.reels) {
    if (reel.taken || Math.abs(reel.x - runner.x) > 32 || Math.abs(reel.y - middle) > 46) continue
    reel.taken = true
    world.bag += 1
    world.streak += 1
    world.streakLeft = 1.1
    world.score += 10 * world.multiplier
    world.moments.push({ kind: 'reel', x: reel.x, y: reel.y, amount: world.streak })
  }
}

function deliver(world: World): void {
  for (const { cinema } of world.course.roofs) {
    if (!cinema || cinema.delivered || world.runner.x < cinema.x) continue
    cinema.delivered = true
    const points = (100 + world.bag * 20) * world.multiplier
    world.score += points
    world.bag = 0
    world.deliveries += 1
    world.multiplier = Math.min(MAX_MULTIPLIER, world.multiplier + 1)
    tell(world, 'delivery', points)
  }
}
