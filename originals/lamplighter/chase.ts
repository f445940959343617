/** The seconds that the light takes per tile, and the seconds that a tile takes to turn before the light continues. */
const STEP = 0.045
const TURNING = 0.1
const LONGEST = 1.1

/**
 * Returns the delay in seconds of each tile that the current has newly reached, so that the light runs along the wire;
 * 0 for all other tiles. Both lists contain distances from the source, or -1 for dark tiles.
 */
export function chaseDelays(before: readonly number[], after: readonly number[]): number[] {
  const isNew = (cell: number) => (after[cell] ?? -1) >= 0 && (before[cell] ?? -1) < 0
  const fresh = after.filter((_, cell) => isNew(cell))
  const first = Math.min(...fresh)
  const step = Math.min(STEP, LONGEST / Math.max(1, Math.max(...fresh) - first))
  return after.map((distance, cell) => (isNew(cell) ? TURNING + (distance - first) * step : 0))
}
