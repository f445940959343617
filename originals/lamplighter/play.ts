import { flowThrough, isAllLit } from './current.ts'
import { besides } from './fittings.ts'
import { type Level, canTurn, quartersToRight, turningWith } from './level.ts'
import { turnMask } from './wiring.ts'

/** A turn of a tile in quarter turns, clockwise if positive. A tile geared to it turns by the same amount. */
export type Move = { cell: number; quarters: number }

/** A level being played. Immutable: every move creates a new one. */
export type Play = {
  level: Level
  masks: readonly number[]
  moves: readonly Move[]
  hints: number
  /** Covered tiles that light has reached or touched. They remain uncovered. */
  seen: ReadonlySet<number>
}

export const MAX_STARS = 3

/** The allowed excess over the fewest possible turns for three and for two stars, as a fraction of these turns. */
const THREE_STARS = 0.2
const TWO_STARS = 0.6

export function startPlay(level: Level): Play {
  return uncover({ level, masks: level.start, moves: [], hints: 0, seen: new Set() })
}

/** Returns the state after a move, or `play` itself if the tile cannot be turned or the level is solved. */
export function makeMove(play: Play, { cell, quarters }: Move): Play {
  if (!mayTurn(play, cell) || isDone(play)) return play
  return uncover({ ...play, masks: turnTiles(play, cell, quarters), moves: [...play.moves, { cell, quarters }] })
}

/** Returns the state before the last move. Hints still count. */
export function undoMove(play: Play): Play {
  const last = play.moves.at(-1)
  if (!last) return play
  return uncover({ ...play, masks: turnTiles(play, last.cell, -last.quarters), moves: play.moves.slice(0, -1) })
}

export function restartPlay(play: Play): Play {
  return { ...startPlay(play.level), hints: play.hints, seen: play.seen }
}

/** Whether the player can turn a tile: not if it is bolted, a cross, or covered. */
export function mayTurn(play: Play, cell: number): boolean {
  return play.masks[cell] !== undefined && canTurn(play.level, cell) && !isCovered(play, cell)
}

export function isCovered({ level, seen }: Play, cell: number): boolean {
  return level.covered.has(cell) && !seen.has(cell)
}

/**
 * Turns one wrong tile to its solution, preferably one that the current already reaches. Returns null if no tile that
 * can be turned is wrong.
 */
export function takeHint(play: Play): { play: Play; move: Move } | null {
  const { distances } = flowThrough(play.level, play.masks)
  const wrong = play.masks.flatMap((_, cell) => {
    const quarters = quartersToRight(play.level, play.masks, cell)
    return quarters && mayTurn(play, cell) ? [{ cell, quarters }] : []
  })
  const rank = ({ cell }: Move) => ((distances[cell] ?? -1) >= 0 ? (distances[cell] ?? 0) : Infinity)
  const move = wrong.toSorted((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0))[0]
  return move ? { play: { ...makeMove(play, move), hints: play.hints + 1 }, move } : null
}

export function isDone({ level, masks }: Play): boolean {
  return isAllLit(level, masks)
}

export function turnsOf(play: Play): number {
  return play.moves.reduce((sum, { quarters }) => sum + Math.abs(quarters), 0)
}

/** Returns the maximum number of quarter turns that earn this many stars. */
export function turnsFor(level: Level, stars: number): number {
  if (stars <= 1) return Infinity
  return level.fewestTurns + Math.ceil(level.fewestTurns * (stars === MAX_STARS ? THREE_STARS : TWO_STARS))
}

/** Returns one to three stars: a solved level always earns one, and each hint costs one of the others. */
export function starsOf(play: Play): number {
  const turns = turnsOf(play)
  const earned = turns <= turnsFor(play.level, 3) ? 3 : turns <= turnsFor(play.level, 2) ? 2 : 1
  return Math.max(1, earned - play.hints)
}

function turnTiles({ level, masks }: Play, cell: number, quarters: number): readonly number[] {
  return turningWith(level, cell).reduce(
    (turned, each) => turned.with(each, turnMask(turned[each] ?? 0, quarters)),
    masks,
  )
}

/** Uncovers tiles that light reaches or touches. */
function uncover(play: Play): Play {
  const { level, masks, seen } = play
  if (seen.size === level.covered.size) return play
  const { distances } = flowThrough(level, masks)
  const isLit = (cell: number) => (distances[cell] ?? -1) >= 0
  const lifted = [...level.covered].filter(
    (cell) => seen.has(cell) || isLit(cell) || besides(level.grid, cell).some(isLit),
  )
  return { ...play, seen: new Set(lifted) }
}
