import { type Circuit, isAllLit } from './current.ts'
import { colourGlass, coverTiles, fitFuses, fitValves, joinGears, layBeams } from './fittings.ts'
import { type Random, createRandom, pickIndex } from './random.ts'
import { findSolutions } from './solve.ts'
import { cutTree, growTree, pickSource, pickSourceOf } from './tree.ts'
import { type Grid, kindOf, outletOf, turnMask } from './wiring.ts'

/**
 * The specification of a level: its board, the minimum number of bolted tiles (0 allows none at all), and its fittings.
 */
export type Plan = {
  size: number
  wraps: boolean
  bolts: number
  /** Edges between tiles that no wire can cross. */
  beams?: number
  /** The number of pairs of tiles that turn together. */
  gears?: number
  /** The number of tiles that are covered until a neighbour is lit. */
  covers?: number
  /** The number of one-way straight wires. */
  valves?: number
  currents?: 2
  fuses?: number
}

export type Level = Circuit & {
  /** The key under which progress is stored. */
  key: string
  /** The only position of the tiles that lights them all. */
  solution: readonly number[]
  start: readonly number[]
  bolted: ReadonlySet<number>
  /** Each tile of a coupled pair, mapped to its partner. */
  gears: ReadonlyMap<number, number>
  covered: ReadonlySet<number>
  /** Quarter turns in the shortest solution; a coupled pair counts once. */
  fewestTurns: number
}

const ATTEMPTS = 600

/** Creates a level. The same key and plan always create the same level. Throws if no attempt succeeds. */
export function createLevel(key: string, plan: Plan): Level {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const level = tryLevel(key, plan, createRandom(`lamplighter/${key}/${attempt}`))
    if (level) return level
  }
  throw new Error(`No level ${key} after ${ATTEMPTS} attempts`)
}

function tryLevel(key: string, plan: Plan, random: Random): Level | null {
  const laid = layWires(plan, random)
  if (!laid) return null
  const bare: Circuit = { ...laid.circuit, grid: layBeams(laid.circuit.grid, laid.wires, plan.beams ?? 0, random) }
  const solution = fitValves(bare, laid.wires, plan.valves ?? 0, random)
  const fused: Circuit = { ...bare, fuses: fitFuses(bare, solution, plan.fuses ?? 0, random) }
  const valves = solution.filter((mask) => outletOf(mask) > 0).length
  if (valves < (plan.valves ?? 0) || fused.fuses.size < (plan.fuses ?? 0)) return null
  const circuit: Circuit = { ...fused, glass: colourGlass(fused, solution) }
  const bolted = boltDown(circuit, solution, plan.bolts, random)
  if (!bolted) return null
  const loose = solution.flatMap((mask, cell) =>
    bolted.has(cell) || mask === 15 || circuit.sources.includes(cell) ? [] : [cell],
  )
  const gears = joinGears(loose, plan.gears ?? 0, random)
  const start = scramble(solution, bolted, gears, plan.size > 4 ? 0.15 : 0.4, random)
  const covered = coverTiles(circuit, plan.covers ?? 0, random)
  if (isAllLit(circuit, start)) return null
  const level = { ...circuit, key, solution, start, bolted, gears, covered, fewestTurns: 0 }
  const fewestTurns = countTurns(level, start)
  // This start is too close to the solution to be a puzzle.
  return fewestTurns < plan.size ? null : { ...level, fewestTurns }
}

/** Lays wires from one source over the whole board, or from two sources that share it. */
function layWires(plan: Plan, random: Random): { circuit: Circuit; wires: number[] } | null {
  const grid: Grid = { size: plan.size, wraps: plan.wraps }
  const tree = growTree(grid, random)
  const none = { glass: new Map<number, number>(), fuses: new Map<number, number>() }
  if (plan.currents !== 2) return { circuit: { ...none, grid, sources: [pickSource(grid, tree)] }, wires: tree }
  const cut = cutTree(grid, tree, random)
  if (!cut) return null
  const sources = cut.parts.map((part) => pickSourceOf(grid, cut.masks, part))
  return { circuit: { ...none, grid, sources }, wires: cut.masks }
}

/** Returns a tile and the tile geared to it, if any. */
export function turningWith({ gears }: Pick<Level, 'gears'>, cell: number): number[] {
  const partner = gears.get(cell)
  return partner === undefined ? [cell] : [cell, partner]
}

/** Returns the shortest turn that puts a tile and its partner into the right position; null if there is none. */
export function quartersToRight(level: Level, masks: readonly number[], cell: number): number | null {
  const group = turningWith(level, cell)
  const rights = (quarters: number) =>
    group.every((each) => turnMask(masks[each] ?? 0, quarters) === level.solution[each])
  return [0, 1, -1, 2].find(rights) ?? null
}

/** Returns the number of quarter turns from these positions to the solution. */
export function countTurns(level: Level, masks: readonly number[]): number {
  return masks.reduce((sum, _, cell) => {
    const [, partner] = turningWith(level, cell)
    // A pair counts once, at its first tile.
    return partner !== undefined && partner < cell ? sum : sum + Math.abs(quartersToRight(level, masks, cell) ?? 0)
  }, 0)
}

/** A cross looks the same in every position, so it is fixed like a bolted tile. */
export function canTurn(level: Level, cell: number): boolean {
  return !level.bolted.has(cell) && level.start[cell] !== 15
}

/**
 * Bolts tiles until there is only one solution: wherever another solution differs, one tile is bolted. Bolts at least
 * `bolts` tiles; returns null if more than twice as many are needed.
 */
function boltDown(circuit: Circuit, solution: number[], bolts: number, random: Random): Set<number> | null {
  const bolted = new Set<number>()
  for (;;) {
    const found = findSolutions({ ...circuit, bolted }, solution, 2)
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

/** Turns the tiles at random, pairs together, and leaves about the given share of them unturned. */
function scramble(
  solution: number[],
  bolted: ReadonlySet<number>,
  gears: ReadonlyMap<number, number>,
  share: number,
  random: Random,
): number[] {
  const turns: number[] = []
  return solution.map((mask, cell) => {
    const drawn = random() < share ? 0 : 1 + pickIndex(random, 3)
    const quarters = turns[gears.get(cell) ?? -1] ?? drawn
    turns[cell] = quarters
    return bolted.has(cell) ? mask : turnMask(mask, quarters)
  })
}
