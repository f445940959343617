/**
 * The constants in this file define how the run feels. Lengths are in world units (40 per metre), y points up, and
 * times are in seconds.
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
/** The minimum duration of a jump's rise: even the shortest tap must clear a chimney. */
export const SHORTEST_RISE = 0.1
export const FASTEST_FALL = 1500

export const COYOTE_TIME = 0.09
export const JUMP_BUFFER = 0.13
export const SHORTEST_SLIDE = 0.42
export const LONGEST_SLIDE = 1.1

export const STANDING = 56
export const CROUCHED = 26
export const HALF_WIDTH = 12
/**
 * A courier whose feet are at most this far below an edge still climbs onto it. Players would find the exact collision
 * box unfair.
 */
export const LEDGE_HELP = 20

export const DELIVERY_EVERY = 250 * METRE
/** With at least this many reels in the bag, a hit empties the bag instead of ending the run. */
export const CUSHION = 8
export const MAX_MULTIPLIER = 8

const FIRST_SPEED = 385
const SPEED_TO_GAIN = 345

/** Returns the running speed at a position. It depends on distance alone, so that the course can be designed for it. */
export function speedAt(x: number): number {
  const metres = Math.max(0, x) / METRE
  return FIRST_SPEED + SPEED_TO_GAIN * (1 - Math.exp(-metres / 1300))
}

/** Returns the length of a full jump that lands `rise` units above its start, or below it if `rise` is negative. */
export function jumpReach(speed: number, rise: number, jumps: 1 | 2): number {
  const first = JUMP_SPEED ** 2 / (2 * GRAVITY_RISING)
  const second = jumps === 2 ? SECOND_JUMP_SPEED ** 2 / (2 * GRAVITY_RISING) : 0
  const rising = JUMP_SPEED / GRAVITY_RISING + (jumps === 2 ? SECOND_JUMP_SPEED / GRAVITY_RISING : 0)
  const drop = first + second - rise
  return drop <= 0 ? 0 : speed * (rising + Math.sqrt((2 * drop) / GRAVITY_FALLING))
}
