import { draw } from './element.ts'
import { drawArrow, drawFuse, drawGear } from './fitting-view.ts'
import { BASE, type Kind, UP, kindOf, makeValve, outletOf, quartersBetween } from './wiring.ts'

/** The visible state of a tile, except its wire. */
export type Look = {
  mask: number
  /** The current of the source on the tile, if it has one. */
  source?: number | undefined
  isBolted: boolean
  glass?: number | undefined
  fuse?: number | undefined
  gear?: string | undefined
}

/** The wire of each kind before any turn, on a field of 100 by 100. */
const WIRES: Record<Kind, string> = {
  lamp: 'M50 0V36',
  straight: 'M50 0V100',
  corner: 'M50 0V24Q50 50 76 50H100',
  tee: 'M50 0V100M50 50H100',
  cross: 'M50 0V100M0 50H100',
}

/** Stacked thin layers of light fade out softly, and they cost less than a blur on every tile. */
const GLOW_WIDTHS = [50, 44, 38, 33, 28, 24]

/** Creates the gradients that all tiles share; those for light exist once per current. Add them to the page once. */
export function tileGradients(): SVGSVGElement {
  const stop = (offset: number, className: string) => draw('stop', { offset, class: className })
  const lights = ['', ' second'].flatMap((which) => [
    draw(
      'radialGradient',
      { id: lightId('halo', which ? 1 : 0) },
      stop(0, `halo-in${which}`),
      stop(0.35, `halo-mid${which}`),
      stop(1, `halo-out${which}`),
    ),
    draw(
      'radialGradient',
      { id: lightId('bulb', which ? 1 : 0), cx: 0.5, cy: 0.55 },
      stop(0, `bulb-in${which}`),
      stop(0.55, `bulb-mid${which}`),
      stop(1, `bulb-out${which}`),
    ),
  ])
  const glasses = ['', ' first', ' second'].map((which) =>
    draw(
      'radialGradient',
      { id: `glass${which.trim()}`, cx: 0.38, cy: 0.6 },
      stop(0, `glass-in${which}`),
      stop(1, `glass-out${which}`),
    ),
  )
  const plate = draw(
    'linearGradient',
    { id: 'plate', x2: 0.6, y2: 1 },
    stop(0, 'plate-in'),
    stop(0.5, 'plate-mid'),
    stop(1, 'plate-out'),
  )
  return draw('svg', { class: 'gradients', 'aria-hidden': 'true', width: 0, height: 0 }, ...lights, ...glasses, plate)
}

function lightId(name: 'halo' | 'bulb', current: number): string {
  return current === 1 ? `${name}-second` : name
}

/** Draws a tile. Returns the picture and the part of it that turns. */
export function drawTile(look: Look): { picture: SVGSVGElement; wire: SVGElement } {
  const { mask, source, isBolted, fuse, gear } = look
  const kind = kindOf(mask)
  const wire = draw('g', { class: 'wire' }, ...drawWire(kind), ...drawFitting(kind, look))
  const picture = draw('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' })
  if (isBolted) picture.append(drawBolts())
  if (gear) picture.append(drawGear(gear))
  picture.append(wire)
  if (fuse !== undefined) picture.append(drawFuse(fuse))
  if (source !== undefined) picture.append(drawSource(source))
  return { picture, wire }
}

/** Returns the number of quarter turns from the drawing in `WIRES` to this mask. */
export function startQuarters(mask: number): number {
  const base = BASE[kindOf(mask)]
  return quartersBetween(outletOf(mask) ? makeValve(base, UP) : base, mask) ?? 0
}

function drawWire(kind: Kind): SVGElement[] {
  const d = WIRES[kind]
  // The light of a lamp's wire ends behind the bulb, whose own light covers the end.
  const light = kind === 'lamp' ? 'M50 0V60' : d
  return [
    ...['wire-shade', 'wire-rim', 'wire-brass', 'wire-shine'].map((part) => draw('path', { d, class: part })),
    draw('g', { class: 'wire-glow' }, ...GLOW_WIDTHS.map((width) => draw('path', { d: light, 'stroke-width': width }))),
    draw('path', { d, class: 'wire-core' }),
  ]
}

function drawFitting(kind: Kind, { mask, source, glass, fuse }: Look): SVGElement[] {
  if (source !== undefined || fuse !== undefined) return []
  if (kind === 'lamp') return drawLamp(glass)
  if (outletOf(mask)) return [drawArrow()]
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

/**
 * Draws a round lamp for the amber current and a square one for the blue current, so that their shape also
 * distinguishes them.
 */
function drawLamp(glass: number | undefined): SVGElement[] {
  const light = glass ?? 0
  const body = (attributes: Record<string, string>) =>
    light === 1
      ? draw('rect', { x: 27, y: 40, width: 46, height: 46, rx: 9, ...attributes })
      : draw('circle', { cx: 50, cy: 62, r: 25, ...attributes })
  const tint = glass === undefined ? '' : glass === 1 ? 'second' : 'first'
  return [
    draw('circle', { cx: 50, cy: 60, r: 88, class: 'halo', fill: `url(#${lightId('halo', light)})` }),
    body({ class: 'glass', fill: `url(#glass${tint})` }),
    body({ class: 'bulb', fill: `url(#${lightId('bulb', light)})` }),
    draw('path', { d: 'M45 42l-4 20 6 6 3-7 3 7 6-6-4-20', class: 'filament' }),
    draw('path', { d: 'M33 72a20 20 0 0 1-1-16', class: 'gleam' }),
    draw('path', { d: 'M38 25h24v9l-3 9H41l-3-9z', class: 'socket' }),
    draw('path', { d: 'M38.5 30h23M39.5 35.5h21', class: 'thread' }),
  ]
}

function drawSource(current: number): SVGElement {
  const halo = draw('circle', {
    cx: 50,
    cy: 50,
    r: 70,
    class: 'source-halo',
    fill: `url(#${lightId('halo', current)})`,
  })
  const face =
    current === 1
      ? [
          draw('rect', { x: 20, y: 20, width: 60, height: 60, rx: 13, fill: 'url(#plate)', class: 'source-rim' }),
          draw('rect', { x: 28, y: 28, width: 44, height: 44, rx: 8, class: 'source-face' }),
          draw('path', { d: 'M35 50q7.5-20 15 0t15 0', class: 'source-wave' }),
        ]
      : [
          draw('circle', { cx: 50, cy: 50, r: 32, fill: 'url(#plate)', class: 'source-rim' }),
          draw('circle', { cx: 50, cy: 50, r: 24, class: 'source-face' }),
          draw('path', { d: 'M54 32L39 54h9l-3 15 16-23h-9z', class: 'source-sign' }),
        ]
  return draw('g', { class: 'source' }, halo, ...face)
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
