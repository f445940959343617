import type { Hints } from './draw-hud.ts'
import { type ObstacleKind } from './course.ts'
import { METRE, speedAt } from './tuning.ts'
import { metresOf, type World } from './world.ts'

/** How many seconds in advance a hint announces the next obstacle. */
const AHEAD = 1.7
/** The distance in metres after which no hints are shown. Before it, hints on clear stretches explain the reels. */
const LAST_HINT = 220

const WORDS: Record<ObstacleKind | 'gap', { keys: string; touch: string }> = {
  gap: { keys: 'A gap: jump with Space', touch: 'A gap: tap to jump' },
  chimney: { keys: 'A chimney: jump with Space', touch: 'A chimney: tap to jump' },
  skylight: { keys: 'A skylight: jump with Space', touch: 'A skylight: tap to jump' },
  antenna: { keys: 'An antenna: jump with Space, hold for higher', touch: 'An antenna: tap and hold to jump higher' },
  sign: { keys: 'A sign: slide with ↓', touch: 'A sign: swipe down to slide' },
  tank: { keys: 'A tank: slide with ↓', touch: 'A tank: swipe down to slide' },
  drone: { keys: 'A drone: slide with ↓, or land on it', touch: 'A drone: swipe down, or land on it' },
}

/** Returns the instruction for the next obstacle, worded for keys or touch, or '' if the way is clear. */
export function hintFor(world: World, by: NonNullable<Hints>): string {
  const { course, runner } = world
  if (metresOf(world) > LAST_HINT) return ''
  const next = course.obstacles
    .filter((obstacle) => !obstacle.gone && obstacle.x + obstacle.width > runner.x && !isHigh(obstacle))
    .reduce((least, { kind, x }) => (x < least.x ? { kind, x } : least), nextGap(world))
  if (next.x - runner.x < speedAt(runner.x) * AHEAD) return WORDS[next.kind][by]
  if (runner.x < 16 * METRE) return by === 'keys' ? 'Space jumps, again in the air' : 'Tap to jump, again in the air'
  return 'Eight reels are a cushion for one crash'
}

/** Returns whether an obstacle is higher than an upright courier, who can then run beneath it. */
const isHigh = ({ y, roofTop }: { y: number; roofTop: number }) => y - roofTop > 56

function nextGap({ course, runner }: World): { kind: ObstacleKind | 'gap'; x: number } {
  const roof = course.roofs.find(({ x, width }) => x + width > runner.x)
  return { kind: 'gap', x: roof ? roof.x + roof.width : Infinity }
}
