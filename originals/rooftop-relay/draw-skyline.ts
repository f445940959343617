import { fade, type Palette, PAINT } from './palette.ts'
import { hash } from './random.ts'
import type { View } from './view.ts'

interface Layer {
  drift: number
  cell: number
  lowest: number
  tallest: number
  colour: 'far' | 'middle' | 'near'
  lit: number
  seed: number
}

const LAYERS: readonly Layer[] = [
  { drift: 0.05, cell: 74, lowest: 90, tallest: 235, colour: 'far', lit: 0, seed: 100 },
  { drift: 0.13, cell: 104, lowest: 60, tallest: 215, colour: 'middle', lit: 0.28, seed: 5000 },
  { drift: 0.27, cell: 150, lowest: 20, tallest: 150, colour: 'near', lit: 0.4, seed: 90000 },
]

const DEPTH = 900

const ALL_CROWNS = ['gable', 'stepped', 'dome', 'tank', 'mast', 'spire', 'battlement'] as const
/** The nearest layer has no tanks or masts, which would look like obstacles. */
const NEAR_CROWNS = ['gable', 'mansard', 'dome', 'mansard', 'battlement', 'stepped', 'flat'] as const

type Crown = (typeof ALL_CROWNS)[number] | (typeof NEAR_CROWNS)[number]

interface Block {
  body: Path2D
  windows: Path2D
}

/** Outlines are cached for each building, since a frame shows a few hundred windows. */
const blocks = new Map<number, Block>()

export function drawSkyline(ctx: CanvasRenderingContext2D, view: View, palette: Palette): void {
  if (blocks.size > 600) blocks.clear()
  for (const layer of LAYERS) {
    drawLayer(ctx, view, palette, layer)
    drawHaze(ctx, view, palette, layer)
  }
}

function drawLayer(ctx: CanvasRenderingContext2D, view: View, palette: Palette, layer: Layer): void {
  const scroll = view.x * layer.drift
  const ground = view.ground + view.y * layer.drift * 0.9
  const first = Math.floor(scroll / layer.cell) - 2
  const last = Math.ceil((scroll + view.width) / layer.cell) + 1
  for (let index = first; index <= last; index += 1) {
    const { body, windows } = blockOf(layer, index)
    ctx.save()
    ctx.translate(index * layer.cell - scroll, ground)
    ctx.fillStyle = palette[layer.colour]
    ctx.fill(body)
    ctx.fillStyle = PAINT.windows[(index & 1023) % PAINT.windows.length] as string
    ctx.globalAlpha = layer.lit + palette.stars * 0.3
    if (layer.lit > 0) ctx.fill(windows)
    ctx.restore()
  }
}

/** Draws the dust and lamplight over the streets, into which each layer fades. */
function drawHaze(ctx: CanvasRenderingContext2D, view: View, palette: Palette, layer: Layer): void {
  const top = view.ground - layer.tallest * 0.8
  const haze = ctx.createLinearGradient(0, top, 0, view.ground + 60)
  haze.addColorStop(0, fade(palette.low, 0))
  haze.addColorStop(1, fade(palette.low, layer.colour === 'near' ? 0.4 : 0.42))
  ctx.fillStyle = haze
  ctx.fillRect(-20, top, view.width + 40, view.height - top + 20)
}

function blockOf(layer: Layer, index: number): Block {
  const key = layer.seed + index
  const known = blocks.get(key)
  if (known) return known
  const block = { body: new Path2D(), windows: new Path2D() }
  const dice = (face: number) => hash(key * 11 + face)
  const width = layer.cell * (0.72 + dice(0) * 0.5)
  const height = layer.lowest + (layer.tallest - layer.lowest) * dice(1) ** 1.5
  block.body.rect(0, -height, width, height + DEPTH)
  const crowns = layer.colour === 'near' ? NEAR_CROWNS : ALL_CROWNS
  crown(block.body, crowns[Math.floor(dice(2) * crowns.length)] ?? 'flat', width, height)
  const [across, down] = layer.colour === 'near' ? [22, 30] : [15, 20]
  for (let x = across * 0.6; x < width - across * 0.7; x += across) {
    for (let y = down * 0.7; y < height + 120; y += down) {
      if (hash(key * 977 + x * 31 + y * 7) < 0.34) block.windows.rect(x, -height + y, across * 0.42, down * 0.48)
    }
  }
  blocks.set(key, block)
  return block
}

function crown(body: Path2D, kind: Crown, width: number, height: number): void {
  const middle = width / 2
  if (kind === 'gable') polygon(body, [0, -height], [middle, -height - width * 0.42], [width, -height])
  else if (kind === 'stepped') {
    body.rect(width * 0.2, -height - 26, width * 0.6, 28)
    body.rect(width * 0.36, -height - 46, width * 0.28, 24)
    body.rect(middle - 1.5, -height - 86, 3, 44)
  } else if (kind === 'dome') {
    const radius = width * 0.3
    body.moveTo(middle + radius, -height)
    body.arc(middle, -height, radius, 0, Math.PI, true)
    body.rect(middle - 1.5, -height - radius - 26, 3, 30)
  } else if (kind === 'tank') {
    // A water tank on legs.
    body.rect(width * 0.3, -height - 18, 3, 20)
    body.rect(width * 0.62, -height - 18, 3, 20)
    body.rect(width * 0.25, -height - 44, width * 0.45, 28)
    polygon(body, [width * 0.22, -height - 43], [width * 0.475, -height - 58], [width * 0.73, -height - 43])
  } else if (kind === 'mast') {
    body.rect(width * 0.1, -height - 14, width * 0.3, 16)
    body.rect(width * 0.72, -height - 50, 2.5, 52)
    body.rect(width * 0.62, -height - 42, width * 0.22, 2)
  } else if (kind === 'spire') {
    polygon(body, [middle - 13, -height], [middle, -height - 92], [middle + 13, -height])
    body.rect(middle - 16, -height - 12, 32, 14)
  } else if (kind === 'mansard') {
    polygon(body, [0, -height], [14, -height - 34], [width - 14, -height - 34], [width, -height])
    body.rect(10, -height - 39, width - 20, 6)
  } else if (kind === 'battlement') for (let x = 0; x < width - 8; x += 18) body.rect(x, -height - 6, 10, 8)
}

function polygon(path: Path2D, ...points: [number, number][]): void {
  points.forEach(([x, y], index) => (index === 0 ? path.moveTo(x, y) : path.lineTo(x, y)))
  path.closePath()
}
