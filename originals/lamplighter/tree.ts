import { type Random, pickIndex } from './random.ts'
import { type Grid, SIDES, kindOf, neighbourOf, oppositeOf } from './wiring.ts'

type Branch = { from: number; side: number; to: number }

/** How willingly a tile grows one more wire, by the number it has: long runs and forks are common, crosses are rare. */
const WILLING = [1, 1, 0.75, 0.12]

/** The masks of a random tree that joins every cell of the grid. */
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

/** The tile nearest the middle that is no dead end: the current then has ways to run on all sides. */
export function pickSource(grid: Grid, masks: readonly number[]): number {
  const middle = (grid.size - 1) / 2
  const away = (cell: number) =>
    Math.abs((cell % grid.size) - middle) + Math.abs(Math.floor(cell / grid.size) - middle) + (isFork(cell) ? 0 : 0.75)
  const isFork = (cell: number) => countEnds(masks[cell] ?? 0) > 2
  const cells = masks.flatMap((mask, cell) => (kindOf(mask) === 'lamp' ? [] : [cell]))
  return cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best))
}

/** Mostly one of the newest branches, so that wires run on for a while before they fork. */
function takeBranch(branches: Branch[], random: Random): Branch {
  const window = random() < 0.45 ? Math.min(4, branches.length) : branches.length
  const [branch] = branches.splice(branches.length - 1 - pickIndex(random, window), 1)
  if (!branch) throw new Error('The tree has no branch left to grow')
  return branch
}

function countEnds(mask: number): number {
  return SIDES.filter((side) => mask & side).length
}
