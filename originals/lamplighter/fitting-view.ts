import { draw, el } from './element.ts'
import { type Grid, DOWN, LEFT, RIGHT, UP, cellBeyond } from './wiring.ts'

/** The midpoint of each side, in cells from the cell's top left corner. */
const PLACES: Record<number, [across: number, down: number]> = {
  [UP]: [0.5, 0],
  [RIGHT]: [1, 0.5],
  [DOWN]: [0.5, 1],
  [LEFT]: [0, 0.5],
}

/** Draws steel bars on the edges that no wire can cross. */
export function createBeams(panel: HTMLElement, grid: Grid): void {
  for (const key of grid.beams ?? []) {
    const [cell, side] = [Math.floor(key / 16), key % 16]
    const isInside = cellBeyond({ ...grid, wraps: false }, cell, side) !== null
    // The cell on the other side has the same beam.
    if (isInside && (side === UP || side === LEFT)) continue
    const bar = el('i', side === UP || side === DOWN ? 'beam-bar level' : 'beam-bar')
    const [across, down] = PLACES[side] ?? [0, 0]
    bar.style.setProperty('--across', String((cell % grid.size) + across))
    bar.style.setProperty('--down', String(Math.floor(cell / grid.size) + down))
    panel.append(bar)
  }
}

/** A toothed ring with its pair's letter, behind the wire. */
export function drawGear(letter: string): SVGElement {
  return draw(
    'g',
    { class: 'gear' },
    draw('circle', { cx: 50, cy: 50, r: 42, class: 'gear-teeth' }),
    draw('circle', { cx: 50, cy: 50, r: 38, class: 'gear-ring' }),
    draw('circle', { cx: 15, cy: 16, r: 13, class: 'gear-tag' }),
    draw('text', { x: 15, y: 22, class: 'gear-letter' }, letter),
  )
}

/** A glass fuse over the wire, with the number of lamps that it can feed. */
export function drawFuse(lamps: number): SVGElement {
  return draw(
    'g',
    { class: 'fuse' },
    draw('rect', { x: 31, y: 34, width: 38, height: 32, rx: 9, class: 'fuse-glass' }),
    draw('text', { x: 50, y: 59, class: 'fuse-number' }, String(lamps)),
  )
}

/** A valve's arrow. Unturned, it points up, to the outlet. */
export function drawArrow(): SVGElement {
  return draw('path', { d: 'M50 22L74 60L50 50L26 60Z', class: 'arrow' })
}
