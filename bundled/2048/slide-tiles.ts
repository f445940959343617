export type Move = 'UP' | 'RIGHT' | 'DOWN' | 'LEFT'

/**
 * Maps each tile of `positions` (rows of values, undefined where empty) to its cell after a move, by cell numbers. Two
 * tiles that reach the same cell merge. Must stay in step with Board.move of 2048-webcomponent.
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

  /** The cell of a line, counted from the edge that tiles slide to. */
  function cellOf(line: number, step: number): number {
    const along = move === 'LEFT' || move === 'UP' ? step : size - 1 - step
    return move === 'LEFT' || move === 'RIGHT' ? line * size + along : along * size + line
  }
}
