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
    // The cell on the other side has the same beam, so it is drawn only once.
    if (isInside && (side === UP || side === LEFT)) continue
    const bar = el('i', side === UP || side === DOWN ? 'beam-bar level' : 'beam-bar')
    const [across, down] = PLACES[side] ?? [0, 0]
    bar.style.setProperty('--across', String((cell % grid.size) + across))
    bar.style.setProperty('--down', String(Math.floor(cell / grid.size) + down))
    panel.append(bar)
  }
}

/** Draws a toothed ring with its pair's letter, behind the wire. */
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

/** Draws a glass fuse over the wire, with the number of lamps that it can feed. */
export function drawFuse(lamps: number): SVGElement {
  return draw(
    'g',
    { class: 'fuse' },
    draw('rect', { x: 31, y: 34, width: 38, height: 32, rx: 9, class: 'fuse-glass' }),
    draw('text', { x: 50, y: 59, class: 'fuse-number' }, String(lamps)),
  )
}

/** Draws a valve's arrow, which points up, to the outlet, when the tile is unturned. */
export function drawArrow(): SVGElement {
  return draw('path', { d: 'M50 22L74 60L50 50L26 60Z', class: 'arrow' })
}
