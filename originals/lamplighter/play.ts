import { flowThrough, isAllLit } from './current.ts'
import { besides } from './fittings.ts'
import { type Level, canTurn, quartersToRight, turningWith } from './level.ts'
import { turnMask } from './wiring.ts'

/** A tile turned by quarters: positive to the right, negative to the left. Its partner turns the same way. */
export type Move = { cell: number; quarters: number }

/** A level being played. Immutable: every move creates a new one. */
export type Play = {
  level: Level
  masks: readonly number[]
  moves: readonly Move[]
  hints: number
  /** Covered tiles that were next to light; they stay open. */
  seen: ReadonlySet<number>
}

export const MAX_STARS = 3

/** Turns beyond the minimum, as a share of it, that still earn three and two stars. */
const THREE_STARS = 0.2
const TWO_STARS = 0.6

export function startPlay(level: Level): Play {
  return uncover({ level, masks: level.start, moves: [], hints: 0, seen: new Set() })
}

/** The play after a move; the same play if the tile cannot be turned or the level is done. */
export function makeMove(play: Play, { cell, quarters }: Move): Play {
  if (!mayTurn(play, cell) || isDone(play)) return play
  return uncover({ ...play, masks: turnTiles(play, cell, quarters), moves: [...play.moves, { cell, quarters }] })
}

/** Undoes the last move and its turns. A star spent on a hint stays spent. */
export function undoMove(play: Play): Play {
  const last = play.moves.at(-1)
  if (!last) return play
  return uncover({ ...play, masks: turnTiles(play, last.cell, -last.quarters), moves: play.moves.slice(0, -1) })
}

export function restartPlay(play: Play): Play {
  return { ...startPlay(play.level), hints: play.hints, seen: play.seen }
}

/** Whether a tile can be turned: not if it is bolted, a cross, or covered. */
export function mayTurn(play: Play, cell: number): boolean {
  return play.masks[cell] !== undefined && canTurn(play.level, cell) && !isCovered(play, cell)
}

export function isCovered({ level, seen }: Play, cell: number): boolean {
  return level.covered.has(cell) && !seen.has(cell)
}

/** Turns one wrong tile to its solution, preferably one that the current already reaches. */
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

/** The maximum of turns that earn this many stars. */
export function turnsFor(level: Level, stars: number): number {
  if (stars <= 1) return Infinity
  return level.fewestTurns + Math.ceil(level.fewestTurns * (stars === MAX_STARS ? THREE_STARS : TWO_STARS))
}

/** One to three: a finished level always earns one, and every hint costs one. */
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

/** Opens covers next to light. */
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
