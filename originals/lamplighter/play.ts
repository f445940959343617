import { isAllLit } from './current.ts'
import { type Level, canTurn } from './level.ts'
import { quartersBetween, turnMask } from './wiring.ts'

/** A tile turned by quarters: positive to the right, negative to the left. */
export type Move = { cell: number; quarters: number }

/** A level being played. A new one is made for every move; none is ever changed. */
export type Play = { level: Level; masks: readonly number[]; moves: readonly Move[]; hints: number }

export const MOST_STARS = 3

/** Turns beyond the fewest, as a share of them, that still earn three and two stars. */
const THREE_STARS = 0.2
const TWO_STARS = 0.6

export function startPlay(level: Level): Play {
  return { level, masks: level.start, moves: [], hints: 0 }
}

/** The play after a move; the same play where the tile cannot be turned or all is done. */
export function makeMove(play: Play, { cell, quarters }: Move): Play {
  const mask = play.masks[cell]
  if (mask === undefined || !canTurn(play.level, cell) || isDone(play)) return play
  return { ...play, masks: play.masks.with(cell, turnMask(mask, quarters)), moves: [...play.moves, { cell, quarters }] }
}

/** Takes the last move back, and its turns with it. A star spent on a hint stays spent. */
export function undoMove(play: Play): Play {
  const last = play.moves.at(-1)
  const mask = last && play.masks[last.cell]
  if (!last || mask === undefined) return play
  return { ...play, masks: play.masks.with(last.cell, turnMask(mask, -last.quarters)), moves: play.moves.slice(0, -1) }
}

export function restartPlay(play: Play): Play {
  return { ...startPlay(play.level), hints: play.hints }
}

/** Sets one tile right: a wrong one that the current has already come next to, where there is one. */
export function takeHint(play: Play, distances: readonly number[]): { play: Play; move: Move } | null {
  const wrong = play.masks.flatMap((mask, cell) => {
    const quarters = quartersBetween(mask, play.level.solution[cell] ?? 0)
    return quarters ? [{ cell, quarters }] : []
  })
  const rank = ({ cell }: Move) => ((distances[cell] ?? -1) >= 0 ? (distances[cell] ?? 0) : Infinity)
  const move = wrong.toSorted((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0))[0]
  return move ? { play: { ...makeMove(play, move), hints: play.hints + 1 }, move } : null
}

export function isDone({ level, masks }: Play): boolean {
  return isAllLit(level.grid, masks, level.source)
}

export function turnsOf(play: Play): number {
  return play.moves.reduce((sum, { quarters }) => sum + Math.abs(quarters), 0)
}

/** The most turns that earn so many stars. */
export function turnsFor(level: Level, stars: number): number {
  if (stars <= 1) return Infinity
  return level.fewestTurns + Math.ceil(level.fewestTurns * (stars === MOST_STARS ? THREE_STARS : TWO_STARS))
}

/** One to three: a finished level always earns one; every hint costs one. */
export function starsOf(play: Play): number {
  const turns = turnsOf(play)
  const earned = turns <= turnsFor(play.level, 3) ? 3 : turns <= turnsFor(play.level, 2) ? 2 : 1
  return Math.max(1, earned - play.hints)
}
