export type Move = 'UP' | 'RIGHT' | 'DOWN' | 'LEFT'

/**
 * Where each tile of `positions` (rows of values, undefined where empty) goes in a move, as cell numbers from → to.
 * Two that go to the same cell merge. In step with Board.move of 2048-webcomponent.
 */
export function slideTiles(positions: readonly (readonly (number | undefined)[])[], move: Move): Map<number, number> {
  const size = positions.length
  const slides = new Map<number, number>()
  for (let line = 0; line < size; line++) {
    let target = 0
    let waiting: number | undefined
    for (let step = 0; step < size; step++) {
      const from = cellOf(line, step)
      const value = positions[Math.floor(from / size)]?.[from % size]
      if (value === undefined) continue
      if (waiting === value) {
        slides.set(from, cellOf(line, target - 1))
        waiting = undefined
      } else {
        slides.set(from, cellOf(line, target++))
        waiting = value
      }
    }
  }
  return slides

  /** Cells of a line, counted from the edge that the tiles go to. */
  function cellOf(line: number, step: number): number {
    const along = move === 'LEFT' || move === 'UP' ? step : size - 1 - step
    return move === 'LEFT' || move === 'RIGHT' ? line * size + along : along * size + line
  }
}
