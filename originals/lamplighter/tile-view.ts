import { draw } from './element.ts'
import { BASE, type Kind, kindOf, quartersBetween } from './wiring.ts'

/** The wire of each kind on a field of 100, as it lies unturned. */
const WIRES: Record<Kind, string> = {
  lamp: 'M50 0V36',
  straight: 'M50 0V100',
  corner: 'M50 0V24Q50 50 76 50H100',
  tee: 'M50 0V100M50 50H100',
  cross: 'M50 0V100M0 50H100',
}

/** Thin layers of light one on the other fade out softly, and cost less than a blur on every tile. */
const GLOW_WIDTHS = [50, 44, 38, 33, 28, 24]

/** Gradients that all tiles use; to be put into the page once. */
export function tileGradients(): SVGSVGElement {
  const stop = (offset: number, className: string) => draw('stop', { offset, class: className })
  return draw(
    'svg',
    { class: 'gradients', 'aria-hidden': 'true', width: 0, height: 0 },
    draw('radialGradient', { id: 'halo' }, stop(0, 'halo-in'), stop(0.35, 'halo-mid'), stop(1, 'halo-out')),
    draw(
      'radialGradient',
      { id: 'bulb', cx: 0.5, cy: 0.55 },
      stop(0, 'bulb-in'),
      stop(0.55, 'bulb-mid'),
      stop(1, 'bulb-out'),
    ),
    draw('radialGradient', { id: 'glass', cx: 0.38, cy: 0.6 }, stop(0, 'glass-in'), stop(1, 'glass-out')),
    draw(
      'linearGradient',
      { id: 'plate', x2: 0.6, y2: 1 },
      stop(0, 'plate-in'),
      stop(0.5, 'plate-mid'),
      stop(1, 'plate-out'),
    ),
  )
}

/** The drawing of one tile, and the part of it that turns. */
export function drawTile(
  mask: number,
  isSource: boolean,
  isBolted: boolean,
): { picture: SVGSVGElement; wire: SVGElement } {
  const kind = kindOf(mask)
  const wire = draw('g', { class: 'wire' }, ...drawWire(kind), ...drawFitting(kind, isSource))
  const picture = draw('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' })
  if (isBolted) picture.append(drawBolts())
  picture.append(wire)
  if (isSource) picture.append(drawSource())
  return { picture, wire }
}

/** Quarter turns from the drawing's own way to this mask. */
export function startQuarters(mask: number): number {
  return quartersBetween(BASE[kindOf(mask)], mask) ?? 0
}

function drawWire(kind: Kind): SVGElement[] {
  const d = WIRES[kind]
  // The light of a lamp's wire ends behind the bulb, where its own light covers the end.
  const light = kind === 'lamp' ? 'M50 0V60' : d
  return [
    ...['wire-shade', 'wire-rim', 'wire-brass', 'wire-shine'].map((part) => draw('path', { d, class: part })),
    draw('g', { class: 'wire-glow' }, ...GLOW_WIDTHS.map((width) => draw('path', { d: light, 'stroke-width': width }))),
    draw('path', { d, class: 'wire-core' }),
  ]
}

function drawFitting(kind: Kind, isSource: boolean): SVGElement[] {
  if (isSource) return []
  if (kind === 'lamp') return drawLamp()
  if (kind === 'straight') return [clamp('M39 44h22v12H39z')]
  if (kind === 'corner') return []
  return [
    draw('circle', { cx: 50, cy: 50, r: 15, class: 'joint' }),
    draw('circle', { cx: 50, cy: 50, r: 6, class: 'joint-light' }),
  ]
}

function clamp(d: string): SVGElement {
  return draw('path', { d, class: 'clamp' })
}

function drawLamp(): SVGElement[] {
  return [
    draw('circle', { cx: 50, cy: 60, r: 88, class: 'halo', fill: 'url(#halo)' }),
    draw('circle', { cx: 50, cy: 62, r: 25, class: 'glass', fill: 'url(#glass)' }),
    draw('circle', { cx: 50, cy: 62, r: 25, class: 'bulb', fill: 'url(#bulb)' }),
    draw('path', { d: 'M45 42l-4 20 6 6 3-7 3 7 6-6-4-20', class: 'filament' }),
    draw('path', { d: 'M33 72a20 20 0 0 1-1-16', class: 'gleam' }),
    draw('path', { d: 'M38 25h24v9l-3 9H41l-3-9z', class: 'socket' }),
    draw('path', { d: 'M38.5 30h23M39.5 35.5h21', class: 'thread' }),
  ]
}

function drawSource(): SVGElement {
  return draw(
    'g',
    { class: 'source' },
    draw('circle', { cx: 50, cy: 50, r: 70, class: 'source-halo', fill: 'url(#halo)' }),
    draw('circle', { cx: 50, cy: 50, r: 32, fill: 'url(#plate)', class: 'source-rim' }),
    draw('circle', { cx: 50, cy: 50, r: 24, class: 'source-face' }),
    draw('path', { d: 'M54 32L39 54h9l-3 15 16-23h-9z', class: 'source-sign' }),
  )
}

function drawBolts(): SVGElement {
  const bolts = [14, 86].flatMap((x) =>
    [14, 86].map((y) =>
      draw(
        'g',
        {},
        draw('circle', { cx: x, cy: y, r: 6.5, class: 'bolt' }),
        draw('path', { d: `M${x - 3.5} ${y - 2}l7 4`, class: 'bolt-slot' }),
      ),
    ),
  )
  return draw('g', {}, draw('rect', { x: 4, y: 4, width: 92, height: 92, rx: 9, class: 'bolt-plate' }), ...bolts)
}
