import { type Flow, joinedCell } from './current.ts'
import { el } from './element.ts'
import { type Grid, DOWN, LEFT, RIGHT, SIDES, UP, cellBeyond } from './wiring.ts'

/** The position of a side's eyelets on the frame, across and down, in cells. */
const PLACES: Record<number, (row: number, column: number, size: number) => [number, number]> = {
  [UP]: (_, column) => [column + 0.5, 0],
  [RIGHT]: (row, _, size) => [size, row + 0.5],
  [DOWN]: (_, column, size) => [column + 0.5, size],
  [LEFT]: (row) => [0, row + 0.5],
}

/** Draws brass eyelets in the frame of a wrapping board. They are lit where the current passes to the opposite edge. */
export function createPorts(panel: HTMLElement, grid: Grid) {
  const ports = SIDES.flatMap((side) =>
    Array.from({ length: grid.size * grid.size }, (_, cell) => cell)
      .filter((cell) => cellBeyond({ ...grid, wraps: false }, cell, side) === null)
      .map((cell) => ({ cell, side, root: createPort(grid.size, cell, side) })),
  )
  panel.append(...ports.map(({ root }) => root))
  return {
    show: (masks: readonly number[], { distances, currents }: Flow, delays: readonly number[]) => {
      for (const { cell, side, root } of ports) {
        const passes = joinedCell(grid, masks, cell, side) !== null
        root.style.setProperty('--delay', `${(delays[cell] ?? 0).toFixed(3)}s`)
        root.classList.toggle('second', currents[cell] === 1)
        root.classList.toggle('wired', ((masks[cell] ?? 0) & side) !== 0)
        root.classList.toggle('lit', passes && (distances[cell] ?? -1) >= 0)
      }
    },
  }
}

function createPort(size: number, cell: number, side: number): HTMLElement {
  const port = el('i', side === UP || side === DOWN ? 'port upright' : 'port')
  const [across, down] = PLACES[side]?.(Math.floor(cell / size), cell % size, size) ?? [0, 0]
  port.style.setProperty('--across', String(across))
  port.style.setProperty('--down', String(down))
  return port
}
