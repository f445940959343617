/**
 * Numbers that define how the run feels. Lengths are in world units (40 to a metre), y points up, times are in seconds.
 */
export const STEP = 1 / 120
export const METRE = 40

export const GRAVITY_RISING = 2300
export const GRAVITY_FALLING = 2900
export const JUMP_SPEED = 830
export const SECOND_JUMP_SPEED = 720
export const PAD_SPEED = 1180
export const STOMP_SPEED = 690
export const SHORT_JUMP_CUT = 0.5
/** The minimum rise of a jump, however short the press: a tap must clear a chimney. */
export const SHORTEST_RISE = 0.1
export const FASTEST_FALL = 1500

export const COYOTE_TIME = 0.09
export const JUMP_BUFFER = 0.13
export const SHORTEST_SLIDE = 0.42
export const LONGEST_SLIDE = 1.1

export const STANDING = 56
export const CROUCHED = 26
export const HALF_WIDTH = 12
/** Feet this far below an edge still climb onto it: players forgive what the collision box would not. */
export const LEDGE_HELP = 20

export const DELIVERY_EVERY = 250 * METRE
/** With at least this many reels in the bag, a hit costs the bag instead of the run. */
export const CUSHION = 8
export const MAX_MULTIPLIER = 8

const FIRST_SPEED = 385
const SPEED_TO_GAIN = 345

/** Running speed at a position: a function of distance alone, so that the course can be designed for it. */
export function speedAt(x: number): number {
  const metres = Math.max(0, x) / METRE
  return FIRST_SPEED + SPEED_TO_GAIN * (1 - Math.exp(-metres / 1300))
}

/** How far a full jump carries, landing `rise` units above its start (below it if negative). */
export function jumpReach(speed: number, rise: number, jumps: 1 | 2): number {
  const first = JUMP_SPEED ** 2 / (2 * GRAVITY_RISING)
  const second = jumps === 2 ? SECOND_JUMP_SPEED ** 2 / (2 * GRAVITY_RISING) : 0
  const rising = JUMP_SPEED / GRAVITY_RISING + (jumps === 2 ? SECOND_JUMP_SPEED / GRAVITY_RISING : 0)
  const drop = first + second - rise
  return drop <= 0 ? 0 : speed * (rising + Math.sqrt((2 * drop) / GRAVITY_FALLING))
}
