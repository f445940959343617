import type { Level } from './level.ts'
import { outletOf } from './wiring.ts'

/** Describes the special rules of a board in short sentences. */
export function describeFittings({ grid, solution, bolted, gears, covered, sources, fuses }: Level): string {
  const sentences: [boolean, string][] = [
    [sources.length > 1, 'Two currents must not meet.'],
    [Boolean(grid.beams?.size), 'No wire passes a beam.'],
    [grid.wraps, 'Wires go on at the opposite edge.'],
    [fuses.size > 0, 'A fuse bears so many lamps behind it.'],
    [gears.size > 0, 'Same letters turn together.'],
    [solution.some((mask) => outletOf(mask) > 0), 'Arrows lead one way.'],
    [covered.size > 0, 'Covers lift beside light.'],
    [bolted.size > 0, 'Bolted tiles lie right.'],
  ]
  return sentences.flatMap(([is, words]) => (is ? [words] : [])).join(' ')
}
