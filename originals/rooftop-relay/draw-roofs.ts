import type { Roof } from './course.ts'
import { fade, mix, type Palette, PAINT } from './palette.ts'
import { hash } from './random.ts'
import type { View } from './view.ts'

const DEPTH = 1100
const ACROSS = 62
const DOWN = 84

interface Front {
  bricks: Path2D
  dark: Path2D
  bars: Path2D
  /** One path for each warm window colour. */
  lit: Path2D[]
  ledge: Path2D
}

const fronts = new WeakMap<Roof, Front>()

/** Draws the houses of the course. The origin is the world's, and y points down. */
export function drawRoofs(ctx: CanvasRenderingContext2D, view: View, palette: Palette, roofs: readonly Roof[]): void {
  for (const roof of roofs) {
    if (roof.x > view.x + view.width + 60 || roof.x + roof.width < view.x - 60) continue
    drawHouse(ctx, palette, roof)
  }
  drawStreetHaze(ctx, view, palette)
}

function drawHouse(ctx: CanvasRenderingContext2D, palette: Palette, roof: Roof): void {
  const front = fronts.get(roof) ?? build(roof)
  const tint = mix(palette.wall, palette.wallLight, hash(roof.index * 5 + 1))
  ctx.save()
  ctx.translate(roof.x, -roof.top)
  ctx.fillStyle = tint
  ctx.fillRect(0, 0, roof.width, DEPTH)
  ctx.fillStyle = fade(palette.rim, 0.09)
  ctx.fill(front.bricks)
  ctx.fillStyle = fade(PAINT.ink, 0.55)
  ctx.fill(front.dark)
  front.lit.forEach((path, index) => {
    ctx.fillStyle = PAINT.windows[index] as string
    ctx.fill(path)
  })
  ctx.fillStyle = tint
  ctx.fill(front.bars)
  ctx.fillStyle = mix(tint, palette.rim, 0.22)
  ctx.fill(front.ledge)
  // The low sun on the right lights the edges of the roof and of the right wall.
  ctx.fillStyle = mix(palette.wallLight, palette.rim, 0.42)
  ctx.fillRect(-5, 0, roof.width + 10, 9)
  ctx.fillStyle = palette.rim
  ctx.fillRect(-5, 0, roof.width + 10, 2.6)
  ctx.fillStyle = fade(palette.rim, 0.5)
  ctx.fillRect(roof.width - 3, 9, 3, DEPTH)
  ctx.fillStyle = fade(PAINT.ink, 0.35)
  ctx.fillRect(0, 9, roof.width, 6)
  ctx.restore()
}

function build(roof: Roof): Front {
  const lit = PAINT.windows.map(() => new Path2D())
  const front: Front = { bricks: new Path2D(), dark: new Path2D(), bars: new Path2D(), lit, ledge: new Path2D() }
  const dice = (face: number) => hash(roof.index * 131 + face)
  const arched = dice(0) < 0.35
  const columns = Math.max(1, Math.floor((roof.width - 36) / ACROSS))
  const left = (roof.width - (columns - 1) * ACROSS) / 2
  for (let row = 0; row < 11; row += 1) {
    const top = 40 + row * DOWN
    front.ledge.rect(0, top + 54, roof.width, 3)
    for (let column = 0; column < columns; column += 1) {
      const face = row * 97 + column
      const window = dice(face + 50) < 0.52 ? (lit[Math.floor(dice(face + 500) * lit.length)] as Path2D) : front.dark
      layWindow(front, window, left + column * ACROSS, top, arched, dice(face + 900))
    }
  }
  for (let index = 0; index < roof.width / 9; index += 1) {
    const y = Math.floor(dice(index + 3000) * 60) * 9 + 18
    front.bricks.rect(dice(index + 4000) * (roof.width - 18), y, 16, 6)
  }
  fronts.set(roof, front)
  return front
}

function layWindow(front: Front, window: Path2D, x: number, top: number, arched: boolean, die: number): void {
  if (arched) window.roundRect(x - 13, top, 26, 44, [13, 13, 0, 0])
  else window.rect(x - 13, top, 26, 44)
  front.bars.rect(x - 1, top, 2, 44)
  front.bars.rect(x - 13, top + 20, 26, 2)
  // In some windows the blind is down; in others a person looks out.
  if (die < 0.2) front.bars.rect(x - 13, top + 3, 26, 13)
  else if (die > 0.9) {
    front.bars.roundRect(x - 9, top + 26, 15, 20, 6)
    front.bars.roundRect(x - 6, top + 16, 9, 11, 5)
  }
  front.ledge.rect(x - 17, top + 44, 34, 4)
}

function drawStreetHaze(ctx: CanvasRenderingContext2D, view: View, palette: Palette): void {
  const bottom = view.height - view.ground - view.y
  const top = bottom - Math.max(150, (view.height - view.ground) * 0.9)
  const haze = ctx.createLinearGradient(0, top, 0, bottom)
  haze.addColorStop(0, fade(palette.low, 0))
  haze.addColorStop(1, fade(palette.low, 0.5))
  ctx.fillStyle = haze
  ctx.fillRect(view.x - 20, top, view.width + 40, bottom - top + 30)
}
