import { type Circuit, isAllLit } from './current.ts'
import { type Grid, SIDES, neighbourOf, oppositeOf, turnMask } from './wiring.ts'

/** For each cell, the masks that are still possible. */
type Options = number[][]

type Puzzle = Circuit & { bolted: ReadonlySet<number> }

/**
 * Finds up to `limit` positions of the tiles that light them all without a loose end. Bolted cells do not turn. Geared
 * tiles are treated as independent, which can only add solutions. Returns null if the search needs more than `budget`
 * guesses.
 */
export function findSolutions(
  puzzle: Puzzle,
  masks: readonly number[],
  limit: number,
  budget = 2000,
): number[][] | null {
  const options = masks.map((mask, cell) =>
    puzzle.bolted.has(cell) ? [mask] : [...new Set([0, 1, 2, 3].map((quarters) => turnMask(mask, quarters)))],
  )
  const found: number[][] = []
  let guesses = 0
  const search = (open: Options): void => {
    if (!narrow(puzzle, open)) return
    const cell = pickOpenCell(open)
    if (cell === null) {
      const closed = open.map(([mask]) => mask ?? 0)
      if (isAllLit(puzzle, closed)) found.push(closed)
      return
    }
    for (const mask of open[cell] ?? []) {
      if (found.length >= limit || ++guesses > budget) return
      search(open.map((list, other) => (other === cell ? [mask] : list)))
    }
  }
  search(options)
  return guesses > budget ? null : found
}

/** Removes impossible masks until nothing changes. Returns false if a cell has none left. */
function narrow({ grid, sources }: Puzzle, options: Options): boolean {
  do {
    if (!matchSides(grid, options)) return false
  } while (breakRings(grid, options))
  return options.every((list) => list.length > 0) && !hasIsland(grid, sources, options)
}

/**
 * Opens a side if the neighbour's side is certainly open, and closes it if the neighbour's side is certainly closed.
 */
function matchSides(grid: Grid, options: Options): boolean {
  const queue = options.map((_, cell) => cell)
  const waiting = new Set(queue)
  for (const cell of queue) {
    waiting.delete(cell)
    let list = options[cell] ?? []
    for (const side of SIDES) {
      const next = neighbourOf(grid, cell, side)
      const across = oppositeOf(side)
      if (next === null || !(possibleSides(options, next) & across)) list = list.filter((mask) => !(mask & side))
      else if (certainSides(options, next) & across) list = list.filter((mask) => mask & side)
    }
    if (list.length === 0) return false
    if (list.length === options[cell]?.length) continue
    options[cell] = list
    for (const side of SIDES) {
      const next = neighbourOf(grid, cell, side)
      if (next === null || waiting.has(next)) continue
      queue.push(next)
      waiting.add(next)
    }
  }
  return true
}

/**
 * Closes sides that would complete a ring. Returns true if anything changed. If a ring is already closed, a cell has no
 * masks left.
 */
function breakRings(grid: Grid, options: Options): boolean {
  const rootOf = joinCertain(grid, options)
  let changed = false
  for (let cell = 0; cell < options.length; cell++) {
    for (const side of SIDES) {
      const next = neighbourOf(grid, cell, side)
      if (next === null || rootOf(cell) !== rootOf(next) || certainSides(options, cell) & side) continue
      const list = (options[cell] ?? []).filter((mask) => !(mask & side))
      if (list.length !== options[cell]?.length) changed = true
      options[cell] = list
    }
  }
  return changed
}

/** Whether wires certainly form a ring, two currents certainly meet, or tiles are separated from every source. */
function hasIsland(grid: Grid, sources: readonly number[], options: Options): boolean {
  const rootOf = joinCertain(grid, options)
  const tiles = new Map<number, number>()
  const wires = new Map<number, number>()
  const open = new Set<number>()
  options.forEach((_, cell) => {
    const root = rootOf(cell)
    const certain = certainSides(options, cell)
    tiles.set(root, (tiles.get(root) ?? 0) + 1)
    wires.set(root, (wires.get(root) ?? 0) + SIDES.filter((side) => certain & side).length / 2)
    if (possibleSides(options, cell) !== certain) open.add(root)
  })
  const fed = sources.map(rootOf)
  if (new Set(fed).size < fed.length) return true
  const isWhole = (root: number, count: number) => (fed.length > 1 ? fed.includes(root) : count === options.length)
  return [...tiles].some(([root, count]) => wires.get(root) !== count - 1 || (!open.has(root) && !isWhole(root, count)))
}

/** Groups cells that wires certainly join. The returned function maps all cells of a group to the same number. */
function joinCertain(grid: Grid, options: Options): (cell: number) => number {
  const parents = options.map((_, cell) => cell)
  const rootOf = (cell: number): number => {
    const parent = parents[cell] ?? cell
    if (parent === cell) return cell
    return (parents[cell] = rootOf(parent))
  }
  options.forEach((_, cell) => {
    for (const side of SIDES) {
      const next = certainSides(options, cell) & side ? neighbourOf(grid, cell, side) : null
      if (next !== null) parents[rootOf(cell)] = rootOf(next)
    }
  })
  return rootOf
}

function pickOpenCell(options: Options): number | null {
  let best: number | null = null
  options.forEach((list, cell) => {
    if (list.length > 1 && (best === null || list.length < (options[best]?.length ?? 0))) best = cell
  })
  return best
}

function possibleSides(options: Options, cell: number): number {
  return (options[cell] ?? []).reduce((sides, mask) => sides | (mask & 15), 0)
}

function certainSides(options: Options, cell: number): number {
  return (options[cell] ?? []).reduce((sides, mask) => sides & mask, 15)
}
