import { type Grid, SIDES, kindOf, neighbourOf, oppositeOf } from './wiring.ts'

/** For every cell its distance from the source along joined wires, or -1 where no current comes. */
export function flowFrom(grid: Grid, masks: readonly number[], source: number): number[] {
  const distances = masks.map(() => -1)
  distances[source] = 0
  const reached = [source]
  for (const cell of reached) {
    for (const side of SIDES) {
      const next = joinedCell(grid, masks, cell, side)
      if (next === null || distances[next] !== -1) continue
      distances[next] = (distances[cell] ?? 0) + 1
      reached.push(next)
    }
  }
  return distances
}

/** The cell that a wire leads to through this side, or null where either end is missing. */
export function joinedCell(grid: Grid, masks: readonly number[], cell: number, side: number): number | null {
  if (!((masks[cell] ?? 0) & side)) return null
  const next = neighbourOf(grid, cell, side)
  return next !== null && (masks[next] ?? 0) & oppositeOf(side) ? next : null
}

export function countLooseEnds(grid: Grid, masks: readonly number[]): number {
  return masks.reduce(
    (sum, mask, cell) =>
      sum + SIDES.filter((side) => mask & side && joinedCell(grid, masks, cell, side) === null).length,
    0,
  )
}

/** A dead end is a lamp, unless the source stands on it. */
export function listLamps(masks: readonly number[], source: number): number[] {
  return masks.flatMap((mask, cell) => (kindOf(mask) === 'lamp' && cell !== source ? [cell] : []))
}

/**
 * The tiles have 2(n - 1) wire ends in all, as they were cut from a tree; so once the current reaches every tile, no end
 * can be loose and no wire runs in a ring.
 */
export function isAllLit(grid: Grid, masks: readonly number[], source: number): boolean {
  return flowFrom(grid, masks, source).every((distance) => distance >= 0)
}
