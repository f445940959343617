/** Seconds that the light takes per tile, and that a tile takes to turn before the light runs on. */
const STEP = 0.045
const TURNING = 0.1
const LONGEST = 1.1

/**
 * The delay in seconds of each tile newly reached by the current, so that light runs along the wire; 0 for all others.
 * Both lists hold distances from the source, -1 for dark tiles.
 */
export function chaseDelays(before: readonly number[], after: readonly number[]): number[] {
  const isNew = (cell: number) => (after[cell] ?? -1) >= 0 && (before[cell] ?? -1) < 0
  const fresh = after.filter((_, cell) => isNew(cell))
  const first = Math.min(...fresh)
  const step = Math.min(STEP, LONGEST / Math.max(1, Math.max(...fresh) - first))
  return after.map((distance, cell) => (isNew(cell) ? TURNING + (distance - first) * step : 0))
}
