import { isAllLit } from './current.ts'
import { type Random, createRandom, pickIndex } from './random.ts'
import { findSolutions } from './solve.ts'
import { growTree, pickSource } from './tree.ts'
import { type Grid, kindOf, quartersBetween, turnMask } from './wiring.ts'

/** What a level is made to: its board, and how many tiles are bolted down at least; with 0 none ever is. */
export type Plan = { size: number; wraps: boolean; bolts: number }

export type Level = {
  /** What progress is stored under. */
  key: string
  grid: Grid
  source: number
  /** The only turn of the tiles that lights them all. */
  solution: readonly number[]
  start: readonly number[]
  bolted: ReadonlySet<number>
  /** Quarter turns, to either side, that the shortest way to the solution takes. */
  fewestTurns: number
}

const ATTEMPTS = 600

/** The same key and plan always give the same level. */
export function createLevel(key: string, plan: Plan): Level {
  const grid: Grid = { size: plan.size, wraps: plan.wraps }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const random = createRandom(`lamplighter/${key}/${attempt}`)
    const solution = growTree(grid, random)
    const bolted = boltDown(grid, solution, plan.bolts, random)
    if (!bolted) continue
    const start = scramble(solution, bolted, plan.size > 4 ? 0.15 : 0.4, random)
    const source = pickSource(grid, solution)
    if (isAllLit(grid, start, source)) continue
    return { key, grid, source, solution, start, bolted, fewestTurns: countTurns(start, solution) }
  }
  throw new Error(`No level ${key} after ${ATTEMPTS} attempts`)
}

/** Quarter turns that lead from one state of the tiles to another. */
export function countTurns(from: readonly number[], to: readonly number[]): number {
  return from.reduce((sum, mask, cell) => sum + Math.abs(quartersBetween(mask, to[cell] ?? 0) ?? 0), 0)
}

/** A cross looks the same whichever way it is turned, so it stays put like a bolted tile. */
export function canTurn(level: Level, cell: number): boolean {
  return !level.bolted.has(cell) && level.start[cell] !== 15
}

/**
 * The cells to bolt so that only one solution is left: wherever a second one differs, one tile is fixed. Null where that
 * takes more bolts than the plan can bear.
 */
function boltDown(grid: Grid, solution: number[], bolts: number, random: Random): Set<number> | null {
  const bolted = new Set<number>()
  for (;;) {
    const found = findSolutions(grid, solution, bolted, 2)
    const other = found?.find((masks) => masks.some((mask, cell) => mask !== solution[cell]))
    if (found && !other) break
    if (!other || bolted.size >= bolts * 2) return null
    const differing = solution.flatMap((mask, cell) => (mask === other[cell] ? [] : [cell]))
    bolted.add(differing[pickIndex(random, differing.length)] ?? 0)
  }
  while (bolted.size < bolts) {
    const cell = pickIndex(random, solution.length)
    if (kindOf(solution[cell] ?? 0) !== 'cross') bolted.add(cell)
  }
  return bolted
}

/** Turns the tiles at random; about the given share of them is left as it is. */
function scramble(solution: number[], bolted: ReadonlySet<number>, share: number, random: Random): number[] {
  return solution.map((mask, cell) => {
    const quarters = random() < share ? 0 : 1 + pickIndex(random, 3)
    return bolted.has(cell) ? mask : turnMask(mask, quarters)
  })
}
