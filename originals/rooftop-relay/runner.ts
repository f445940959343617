import type { Course, Obstacle, Roof } from './course.ts'
import * as tuning from './tuning.ts'

export interface Controls {
  /** Whether jump was pressed since the last step. */
  jump: boolean
  jumpHeld: boolean
  slide: boolean
}

export type Move = 'jump' | 'second jump' | 'land' | 'slide' | 'pad' | 'stomp' | 'hit' | 'wall' | 'fall'

export interface Runner {
  x: number
  y: number
  speedUp: number
  grounded: boolean
  airJumps: number
  coyote: number
  buffer: number
  /** Duration of the current slide in seconds, or -1 if the courier is upright. */
  sliding: number
  slideSpent: boolean
  /** Seconds since the beginning of a jump that ends early when the player releases the key, or -1. */
  risen: number
  /** Seconds for which obstacles are still harmless. */
  shield: number
  /** The obstacle of the latest hit or stomp. It must not count twice. */
  struck: Obstacle | null
}

export function createRunner(course: Course): Runner {
  const y = (course.roofs[0] as Roof).top
  const still = { speedUp: 0, grounded: true, airJumps: 1, coyote: 0, buffer: 0, sliding: -1 }
  return { x: 0, y, ...still, slideSpent: false, risen: -1, shield: 0, struck: null }
}

export const heightOf = (runner: Runner): number => (runner.sliding >= 0 ? tuning.CROUCHED : tuning.STANDING)

/** Moves the courier by one step and returns what happened. Changes only the courier. */
export function stepRunner(runner: Runner, course: Course, controls: Controls): Move[] {
  const moves: Move[] = []
  runner.x += tuning.speedAt(runner.x) * tuning.STEP
  runner.shield = Math.max(0, runner.shield - tuning.STEP)
  runner.buffer = controls.jump ? tuning.JUMP_BUFFER : Math.max(0, runner.buffer - tuning.STEP)
  runner.coyote = runner.grounded ? tuning.COYOTE_TIME : Math.max(0, runner.coyote - tuning.STEP)
  slide(runner, course, controls, moves)
  jump(runner, course, controls, moves)
  fly(runner, course, controls, moves)
  touchObstacles(runner, course, moves)
  if (runner.y < -260) moves.push('fall')
  return moves
}

function slide(runner: Runner, course: Course, controls: Controls, moves: Move[]): void {
  if (!controls.slide) runner.slideSpent = false
  if (runner.sliding < 0) {
    if (!controls.slide || !runner.grounded || runner.slideSpent) return
    runner.sliding = 0
    moves.push('slide')
    return
  }
  runner.sliding += tuning.STEP
  const wants = controls.slide && runner.sliding < tuning.LONGEST_SLIDE
  const over = !runner.grounded || (!wants && runner.sliding >= tuning.SHORTEST_SLIDE)
  // The slide continues until there is headroom to stand up.
  if (!over || !hasHeadroom(runner, course)) return
  runner.slideSpent = controls.slide
  runner.sliding = -1
}

function jump(runner: Runner, course: Course, controls: Controls, moves: Move[]): void {
  if (runner.risen >= 0) {
    runner.risen += tuning.STEP
    if (!controls.jumpHeld && runner.risen >= tuning.SHORTEST_RISE && runner.speedUp > 0) {
      runner.speedUp *= tuning.SHORT_JUMP_CUT
      runner.risen = -1
    }
  }
  if (runner.buffer <= 0) return
  const fromGround = runner.grounded || runner.coyote > 0
  if (!fromGround && runner.airJumps <= 0) return
  if (runner.sliding >= 0 && !hasHeadroom(runner, course)) return
  if (!fromGround) runner.airJumps -= 1
  runner.speedUp = fromGround ? tuning.JUMP_SPEED : tuning.SECOND_JUMP_SPEED
  moves.push(fromGround ? 'jump' : 'second jump')
  leaveGround(runner)
  runner.risen = 0
}

function leaveGround(runner: Runner): void {
  runner.grounded = false
  runner.sliding = -1
  runner.buffer = 0
  runner.coyote = 0
  runner.risen = -1
  // A slide key that was pressed before the jump must not push the courier back to the roof.
  runner.slideSpent = true
}

function fly(runner: Runner, course: Course, controls: Controls, moves: Move[]): void {
  const pull = runner.speedUp > 0 ? tuning.GRAVITY_RISING : tuning.GRAVITY_FALLING
  const dive = controls.slide && !runner.slideSpent && !runner.grounded ? 2.4 : 1
  runner.speedUp = Math.max(-tuning.FASTEST_FALL, runner.speedUp - pull * dive * tuning.STEP)
  const before = runner.y
  runner.y += runner.speedUp * tuning.STEP
  const wasGrounded = runner.grounded
  runner.grounded = false
  for (const roof of course.roofs) {
    if (runner.x + tuning.HALF_WIDTH < roof.x || runner.x - tuning.HALF_WIDTH > roof.x + roof.width) continue
    if (runner.y > roof.top) continue
    const help = runner.shield > 0 ? 90 : tuning.LEDGE_HELP
    if (before >= roof.top - help) land(runner, roof.top, wasGrounded, moves)
    else moves.push('wall')
  }
  const pad = course.pads.find((each) => runner.grounded && runner.x > each.x && runner.x < each.x + each.width)
  if (!pad || runner.y !== pad.top) return
  leaveGround(runner)
  runner.speedUp = tuning.PAD_SPEED
  runner.airJumps = 1
  moves.push('pad')
}

function land(runner: Runner, top: number, wasGrounded: boolean, moves: Move[]): void {
  if (runner.speedUp > 0) return
  if (!wasGrounded) {
    moves.push('land')
    runner.slideSpent = false
  }
  runner.y = top
  runner.speedUp = 0
  runner.grounded = true
  runner.airJumps = 1
}

function touchObstacles(runner: Runner, course: Course, moves: Move[]): void {
  for (const obstacle of course.obstacles) {
    if (obstacle.gone || obstacle === runner.struck || !overlaps(runner, obstacle, heightOf(runner))) continue
    const top = obstacle.y + obstacle.height
    const fromAbove = runner.speedUp <= 0 && runner.y >= top - tuning.LEDGE_HELP
    if (fromAbove && obstacle.kind === 'drone') {
      leaveGround(runner)
      runner.speedUp = tuning.STOMP_SPEED
      runner.airJumps = 1
      runner.struck = obstacle
      moves.push('stomp')
    } else if (fromAbove && obstacle.kind !== 'antenna') {
      // The courier is on top of the obstacle. `fly` has just lifted the feet, so only an arrival makes a sound.
      land(runner, top, runner.coyote > 0, moves)
    } else if (runner.shield <= 0) {
      runner.struck = obstacle
      moves.push('hit')
    }
  }
}

function hasHeadroom(runner: Runner, course: Course): boolean {
  return !course.obstacles.some((obstacle) => !obstacle.gone && overlaps(runner, obstacle, tuning.STANDING))
}

function overlaps(runner: Runner, obstacle: Obstacle, height: number): boolean {
  const forgiven = 3
  return (
    runner.x + tuning.HALF_WIDTH - forgiven > obstacle.x &&
    runner.x - tuning.HALF_WIDTH + forgiven < obstacle.x + obstacle.width &&
    runner.y < obstacle.y + obstacle.height &&
    runner.y + height - forgiven > obstacle.y
  )
}
