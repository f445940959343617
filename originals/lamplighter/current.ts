import { type Grid, SIDES, kindOf, neighbourOf, oppositeOf, outletOf } from './wiring.ts'

/** The parts of a board that determine, together with the tiles' positions, where the current flows. */
export type Circuit = {
  grid: Grid
  /** One source, or two with different currents: first amber, then blue. */
  sources: readonly number[]
  /** Lamps of coloured glass, each mapped to the current that it needs. */
  glass: ReadonlyMap<number, number>
  /** Tiles with a fuse, each mapped to the number of lamps that it can feed. */
  fuses: ReadonlyMap<number, number>
}

export type Flow = {
  /** Per cell, the distance from the source of its current, or -1 if dark. */
  distances: number[]
  /** Per cell, the index of its current, or -1 if dark. */
  currents: number[]
  blown: ReadonlySet<number>
}

type Run = { distances: number[]; blown: number[] }

/** Computes the flow. A cell that two currents reach is dark, and so is everything behind an overloaded fuse. */
export function flowThrough(circuit: Circuit, masks: readonly number[]): Flow {
  const runs = circuit.sources.map((source) => runFrom(circuit, masks, source))
  const reaching = masks.map((_, cell) =>
    runs.flatMap((run, index) => ((run.distances[cell] ?? -1) >= 0 ? [index] : [])),
  )
  const currents = reaching.map(([one, other]) => (one !== undefined && other === undefined ? one : -1))
  return {
    currents,
    distances: currents.map((current, cell) => runs[current]?.distances[cell] ?? -1),
    blown: new Set(runs.flatMap(({ blown }) => blown)),
  }
}

function runFrom({ grid, sources, fuses }: Circuit, masks: readonly number[], source: number): Run {
  const distances = masks.map(() => -1)
  const parents = masks.map(() => -1)
  distances[source] = 0
  const reached = [source]
  for (const cell of reached) {
    for (const side of SIDES) {
      const next = joinedCell(grid, masks, cell, side)
      if (next === null || distances[next] !== -1 || !letsThrough(masks, cell, side, next)) continue
      distances[next] = (distances[cell] ?? 0) + 1
      parents[next] = cell
      reached.push(next)
    }
  }
  if (fuses.size === 0) return { distances, blown: [] }
  const lamps = new Set(listLamps(masks, sources))
  const beyond = masks.map((_, cell): number => (lamps.has(cell) ? 1 : 0))
  for (const cell of reached.toReversed()) {
    const parent = parents[cell] ?? -1
    if (parent >= 0) beyond[parent] = (beyond[parent] ?? 0) + (beyond[cell] ?? 0)
  }
  const blown = reached.filter((cell) => (beyond[cell] ?? 0) > (fuses.get(cell) ?? Infinity))
  const dark = new Set(blown)
  for (const cell of reached) {
    if (dark.has(parents[cell] ?? -1)) dark.add(cell)
    if (dark.has(cell)) distances[cell] = -1
  }
  return { distances, blown }
}

/** Current leaves a valve only through its outlet, and enters it only through the opposite side. */
function letsThrough(masks: readonly number[], cell: number, side: number, next: number): boolean {
  const outlet = outletOf(masks[cell] ?? 0)
  return (outlet === 0 || outlet === side) && outletOf(masks[next] ?? 0) !== oppositeOf(side)
}

/** Returns the cell to which a wire leads through this side, or null if either of the two ends is missing. */
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

/** Returns the cells of all lamps: dead ends without a source. */
export function listLamps(masks: readonly number[], sources: readonly number[]): number[] {
  return masks.flatMap((mask, cell) => (kindOf(mask) === 'lamp' && !sources.includes(cell) ? [cell] : []))
}

/** Whether a lamp is lit. A lamp of coloured glass is dark on the wrong current. */
export function isLampLit({ glass }: Circuit, { currents }: Flow, lamp: number): boolean {
  const current = currents[lamp] ?? -1
  return current >= 0 && (glass.get(lamp) ?? current) === current
}

/**
 * Whether the puzzle is solved. The tiles have 2(n - s) wire ends in all, since they were cut from one tree for each of
 * the s sources. So once current reaches every tile, no end can be loose and no wire can form a ring.
 */
export function isAllLit(circuit: Circuit, masks: readonly number[]): boolean {
  const flow = flowThrough(circuit, masks)
  return (
    flow.distances.every((distance) => distance >= 0) &&
    [...circuit.glass.keys()].every((lamp) => isLampLit(circuit, flow, lamp))
  )
}
