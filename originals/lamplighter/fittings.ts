import { type Circuit, flowThrough, joinedCell, listLamps } from './current.ts'
import { type Random, pickIndex } from './random.ts'
import {
  type Grid,
  DOWN,
  LEFT,
  RIGHT,
  SIDES,
  UP,
  cellBeyond,
  kindOf,
  makeValve,
  oppositeOf,
  sideKey,
} from './wiring.ts'

/** Returns the grid with beams on random edges that no wire of the solution crosses. */
export function layBeams(grid: Grid, solution: readonly number[], count: number, random: Random): Grid {
  if (count === 0) return grid
  const free = solution.flatMap((_, cell) =>
    [RIGHT, DOWN].flatMap((side) => {
      const next = cellBeyond(grid, cell, side)
      return next === null || joinedCell(grid, solution, cell, side) !== null ? [] : [{ cell, side, next }]
    }),
  )
  const beams = takeSome(free, count, random).flatMap(({ cell, side, next }) => [
    sideKey(cell, side),
    sideKey(next, oppositeOf(side)),
  ])
  return { ...grid, beams: new Set(beams) }
}

/** Returns the solution with some straight wires turned into valves, in the direction of the current. */
export function fitValves(circuit: Circuit, solution: number[], count: number, random: Random): number[] {
  if (count === 0) return solution
  const { distances } = flowThrough(circuit, solution)
  const straight = solution.flatMap((mask, cell) =>
    kindOf(mask) === 'straight' && !circuit.sources.includes(cell) ? [cell] : [],
  )
  const outletAt = (cell: number) =>
    SIDES.find((side) => {
      const next = joinedCell(circuit.grid, solution, cell, side)
      return next !== null && (distances[next] ?? 0) > (distances[cell] ?? 0)
    }) ?? 0
  return takeSome(straight, count, random).reduce(
    (masks, cell) => masks.with(cell, makeValve(masks[cell] ?? 0, outletAt(cell))),
    solution,
  )
}

/** Places fuses on straight wires and corners that feed at least two lamps. Each fuse can feed exactly these lamps. */
export function fitFuses(
  circuit: Circuit,
  solution: readonly number[],
  count: number,
  random: Random,
): Map<number, number> {
  if (count === 0) return new Map()
  const lamps = listLamps(solution, circuit.sources)
  const lit = (fuses: Map<number, number>) => {
    const { distances } = flowThrough({ ...circuit, fuses }, solution)
    return lamps.filter((lamp) => (distances[lamp] ?? -1) >= 0).length
  }
  const fit = solution.flatMap((mask, cell) => {
    if (!['straight', 'corner'].includes(kindOf(mask)) || mask > 15 || circuit.sources.includes(cell)) return []
    // If this fuse could feed no lamp, exactly the lamps behind it would be dark.
    const behind = lamps.length - lit(new Map([[cell, 0]]))
    return behind >= 2 && behind < lamps.length ? [[cell, behind] as const] : []
  })
  return new Map(takeSome(fit, count, random))
}

/** Gives every lamp the glass of the current that feeds it, if there are two currents. */
export function colourGlass(circuit: Circuit, solution: readonly number[]): Map<number, number> {
  if (circuit.sources.length === 1) return new Map()
  const { currents } = flowThrough(circuit, solution)
  return new Map(listLamps(solution, circuit.sources).map((lamp) => [lamp, currents[lamp] ?? 0]))
}

/** Returns pairs of tiles that turn together: a map from each cell to its partner. */
export function joinGears(free: readonly number[], count: number, random: Random): Map<number, number> {
  const taken = takeSome(free, count * 2, random)
  return new Map(taken.map((cell, index) => [cell, taken[index % 2 === 0 ? index + 1 : index - 1] ?? cell]))
}

/** Returns tiles to cover until a neighbour is lit, but none next to a source. */
export function coverTiles(circuit: Circuit, count: number, random: Random): Set<number> {
  const { grid, sources } = circuit
  const shown = new Set(sources.flatMap((source) => [source, ...besides(grid, source)]))
  const cells = Array.from({ length: grid.size * grid.size }, (_, cell) => cell)
  return new Set(
    takeSome(
      cells.filter((cell) => !shown.has(cell)),
      count,
      random,
    ),
  )
}

/** Returns the neighbours of a cell, including those across beams. */
export function besides(grid: Grid, cell: number): number[] {
  return [UP, RIGHT, DOWN, LEFT].flatMap((side) => cellBeyond(grid, cell, side) ?? [])
}

function takeSome<ModeratedItem>(from: readonly ModeratedItem[], count: number, random: Random): ModeratedItem[] {
  const left = [...from]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(pickIndex(random, left.length), 1),
  ).flat()
}
