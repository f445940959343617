import { joinedCell } from './current.ts'
import { type Random, pickIndex } from './random.ts'
import { type Grid, DOWN, RIGHT, SIDES, kindOf, neighbourOf, oppositeOf } from './wiring.ts'

type Branch = { from: number; side: number; to: number }

/**
 * The probability that a tile grows another wire, indexed by the number of its wires. Long runs and forks are common,
 * and crosses are rare.
 */
const WILLING = [1, 1, 0.75, 0.12]

/** Returns the masks of a random tree that joins every cell of the grid. */
export function growTree(grid: Grid, random: Random): number[] {
  const count = grid.size * grid.size
  const masks = Array.from({ length: count }, () => 0)
  const grown = new Set<number>()
  const branches: Branch[] = []
  const enter = (cell: number) => {
    grown.add(cell)
    for (const side of SIDES) {
      const to = neighbourOf(grid, cell, side)
      if (to !== null && !grown.has(to)) branches.push({ from: cell, side, to })
    }
  }
  enter(pickIndex(random, count))
  while (grown.size < count) {
    const branch = takeBranch(branches, random)
    if (grown.has(branch.to)) continue
    if (random() > (WILLING[countEnds(masks[branch.from] ?? 0)] ?? 0)) {
      branches.push(branch)
      continue
    }
    masks[branch.from] = (masks[branch.from] ?? 0) | branch.side
    masks[branch.to] = (masks[branch.to] ?? 0) | oppositeOf(branch.side)
    enter(branch.to)
  }
  return masks
}

/**
 * Returns the tile nearest the middle that is not a dead end, preferably a fork, so that current flows out on several
 * sides.
 */
export function pickSource(grid: Grid, masks: readonly number[]): number {
  return pickSourceOf(
    grid,
    masks,
    masks.map((_, cell) => cell),
  )
}

/** Does the same for a part of the board: returns the tile nearest the middle of that part. */
export function pickSourceOf(grid: Grid, masks: readonly number[], part: readonly number[]): number {
  const middle = (place: (cell: number) => number) => part.reduce((sum, cell) => sum + place(cell), 0) / part.length
  const column = (cell: number) => cell % grid.size
  const row = (cell: number) => Math.floor(cell / grid.size)
  const [middleColumn, middleRow] = [middle(column), middle(row)]
  const isFork = (cell: number) => countEnds(masks[cell] ?? 0) > 2
  const away = (cell: number) =>
    Math.abs(column(cell) - middleColumn) + Math.abs(row(cell) - middleRow) + (isFork(cell) ? 0 : 0.75)
  const cells = part.filter((cell) => kindOf(masks[cell] ?? 0) !== 'lamp')
  return cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best))
}

/**
 * Cuts one wire of a tree, so that each of the two new trees has at least a third of the board. Returns the masks and
 * the cells of both trees, or null if there is no such wire.
 */
export function cutTree(
  grid: Grid,
  tree: readonly number[],
  random: Random,
): { masks: number[]; parts: number[][] } | null {
  const wires = tree.flatMap((_, cell) =>
    [RIGHT, DOWN].flatMap((side) => {
      const next = joinedCell(grid, tree, cell, side)
      return next === null ? [] : [{ cell, side, next }]
    }),
  )
  const cuts = wires.flatMap(({ cell, side, next }) => {
    const masks = tree.with(cell, (tree[cell] ?? 0) & ~side).with(next, (tree[next] ?? 0) & ~oppositeOf(side))
    if (!masks[cell] || !masks[next]) return []
    const first = cellsFrom(grid, masks, cell)
    const parts = [[...first], tree.flatMap((_, other) => (first.has(other) ? [] : [other]))]
    const isLarge = (part: number[]) =>
      part.length * 3 >= tree.length && part.some((one) => kindOf(masks[one] ?? 0) !== 'lamp')
    return parts.every(isLarge) ? [{ masks, parts }] : []
  })
  return cuts[pickIndex(random, cuts.length)] ?? null
}

function cellsFrom(grid: Grid, masks: readonly number[], start: number): Set<number> {
  const cells = new Set([start])
  for (const cell of cells) {
    for (const side of SIDES) {
      const next = joinedCell(grid, masks, cell, side)
      if (next !== null) cells.add(next)
    }
  }
  return cells
}

/** Removes and returns a branch, often one of the newest, so that wires run on for a while before they fork. */
function takeBranch(branches: Branch[], random: Random): Branch {
  const window = random() < 0.45 ? Math.min(4, branches.length) : branches.length
  const [branch] = branches.splice(branches.length - 1 - pickIndex(random, window), 1)
  if (!branch) throw new Error('The tree has no branch left to grow')
  return branch
}

function countEnds(mask: number): number {
  return SIDES.filter((side) => mask & side).length
}
