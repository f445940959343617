/**
 * A tile's open sides as a mask of four bits, clockwise from the top. The upper four bits of a valve's mask are its
 * outlet.
 */
export const UP = 1
export const RIGHT = 2
export const DOWN = 4
export const LEFT = 8
export const SIDES = [UP, RIGHT, DOWN, LEFT] as const

export type Kind = 'lamp' | 'straight' | 'corner' | 'tee' | 'cross'

/**
 * A square board with cells numbered row by row. If it wraps, each edge continues at the opposite edge. No wire crosses
 * a beam. `beams` contains each beam twice, as the `sideKey` of both cells that it separates.
 */
export type Grid = { size: number; wraps: boolean; beams?: ReadonlySet<number> }

/** The mask of each kind as it is drawn before any turn. */
export const BASE: Record<Kind, number> = {
  lamp: UP,
  straight: UP | DOWN,
  corner: UP | RIGHT,
  tee: UP | RIGHT | DOWN,
  cross: UP | RIGHT | DOWN | LEFT,
}

/** Returns the mask after quarter turns to the right. Negative turns are to the left. */
export function turnMask(mask: number, quarters: number): number {
  const by = ((quarters % 4) + 4) % 4
  const turn = (sides: number) => ((sides << by) | (sides >> (4 - by))) & 15
  return turn(mask & 15) | (turn(mask >> 4) << 4)
}

/** Returns the side through which current leaves a valve, or 0 for any other tile. */
export function outletOf(mask: number): number {
  return mask >> 4
}

/** Returns the mask of a straight wire that lets current out only through this side. */
export function makeValve(mask: number, outlet: number): number {
  return (mask & 15) | (outlet << 4)
}

export function oppositeOf(side: number): number {
  return turnMask(side, 2)
}

export function kindOf(mask: number): Kind {
  const kind = (Object.keys(BASE) as Kind[]).find((name) => quartersBetween(BASE[name], mask & 15) !== null)
  if (!kind) throw new Error(`No tile has the open sides ${mask}`)
  return kind
}

/** Returns the shortest turn from one mask to the other as -1, 0, 1 or 2 quarters, or null if there is none. */
export function quartersBetween(from: number, to: number): number | null {
  return [0, 1, -1, 2].find((quarters) => turnMask(from, quarters) === to) ?? null
}

export function sideKey(cell: number, side: number): number {
  return cell * 16 + side
}

/** Returns the cell that a wire may reach through a side, or null behind a beam or at an edge that does not wrap. */
export function neighbourOf(grid: Grid, cell: number, side: number): number | null {
  return grid.beams?.has(sideKey(cell, side)) ? null : cellBeyond(grid, cell, side)
}

/** Returns the cell beyond a side, even across a beam, or null at an edge that does not wrap. */
export function cellBeyond({ size, wraps }: Grid, cell: number, side: number): number | null {
  const row = Math.floor(cell / size) + (side === DOWN ? 1 : side === UP ? -1 : 0)
  const column = (cell % size) + (side === RIGHT ? 1 : side === LEFT ? -1 : 0)
  const inside = row >= 0 && row < size && column >= 0 && column < size
  if (!inside && !wraps) return null
  return ((row + size) % size) * size + ((column + size) % size)
}
