/** A tile's open sides are a mask of four bits, clockwise from the top. */
export const UP = 1
export const RIGHT = 2
export const DOWN = 4
export const LEFT = 8
export const SIDES = [UP, RIGHT, DOWN, LEFT] as const

export type Kind = 'lamp' | 'straight' | 'corner' | 'tee' | 'cross'

/** A square board; cells are numbered row by row. Where it wraps, each edge continues at the opposite one. */
export type Grid = { size: number; wraps: boolean }

/** Every kind as it is drawn before it is turned. */
export const BASE: Record<Kind, number> = {
  lamp: UP,
  straight: UP | DOWN,
  corner: UP | RIGHT,
  tee: UP | RIGHT | DOWN,
  cross: UP | RIGHT | DOWN | LEFT,
}

/** The mask after quarter turns to the right; negative turns to the left. */
export function turnMask(mask: number, quarters: number): number {
  const by = ((quarters % 4) + 4) % 4
  return ((mask << by) | (mask >> (4 - by))) & 15
}

export function oppositeOf(side: number): number {
  return turnMask(side, 2)
}

export function kindOf(mask: number): Kind {
  const kind = (Object.keys(BASE) as Kind[]).find((name) => quartersBetween(BASE[name], mask) !== null)
  if (!kind) throw new Error(`No tile has the open sides ${mask}`)
  return kind
}

/** The shortest turn from one mask to the other: -1, 0, 1 or 2 quarters; null where no turn does it. */
export function quartersBetween(from: number, to: number): number | null {
  return [0, 1, -1, 2].find((quarters) => turnMask(from, quarters) === to) ?? null
}

/** The cell beyond a side, or null at an edge that does not wrap. */
export function neighbourOf({ size, wraps }: Grid, cell: number, side: number): number | null {
  const row = Math.floor(cell / size) + (side === DOWN ? 1 : side === UP ? -1 : 0)
  const column = (cell % size) + (side === RIGHT ? 1 : side === LEFT ? -1 : 0)
  const inside = row >= 0 && row < size && column >= 0 && column < size
  if (!inside && !wraps) return null
  return ((row + size) % size) * size + ((column + size) % size)
}
