import type { Roof } from './course.ts'
import { chase, drawLamp, drawLampFrame } from './draw-lamps.ts'
import { fade, mix, type Palette, PAINT } from './palette.ts'
import { setType, writeFitted } from './typeface.ts'

/**
 * Draws the sign over a cinema's roof, where the courier delivers reels. The origin is the world's, and y points down.
 */
export function drawCinema(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  roof: Roof,
  time: number,
  still: boolean,
): void {
  const { cinema } = roof
  if (!cinema) return
  const foot = -roof.top
  const box = { x: cinema.x - 118, y: foot - 222, width: 236, height: 76 }
  drawStand(ctx, palette, box.x + 22, foot, 150)
  drawStand(ctx, palette, box.x + box.width - 22, foot, 150)
  drawBoard(ctx, palette, box)
  ctx.fillStyle = cinema.delivered ? PAINT.cream : fade(PAINT.cream, 0.86)
  writeFitted(ctx, cinema.name, cinema.x, box.y + 49, 42, box.width - 40)
  drawLampFrame(ctx, box, 4.2, 19, cinema.delivered ? chase(time, still) : (index) => (index % 4 === 0 ? 0.8 : 0))
  drawHatch(ctx, palette, cinema.x, foot, cinema.delivered)
}

/** Draws the game's title as a similar sign on the first roof. */
export function drawTitleSign(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  middle: number,
  foot: number,
  time: number,
  still: boolean,
): void {
  const box = { x: middle - 214, y: foot - 330, width: 428, height: 176 }
  for (const x of [box.x + 34, middle, box.x + box.width - 34]) drawStand(ctx, palette, x, foot, 160)
  drawBoard(ctx, palette, box)
  ctx.fillStyle = PAINT.cream
  writeFitted(ctx, 'Rooftop', middle, box.y + 82, 76, box.width - 50)
  ctx.fillStyle = PAINT.amber
  writeFitted(ctx, 'Relay', middle, box.y + 148, 76, box.width - 50)
  drawLampFrame(ctx, box, 5.4, 22, chase(time, still))
}

function drawBoard(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  box: { x: number; y: number; width: number; height: number },
): void {
  ctx.fillStyle = mix(palette.wall, PAINT.ink, 0.4)
  ctx.beginPath()
  ctx.roundRect(box.x - 12, box.y - 12, box.width + 24, box.height + 24, 12)
  ctx.fill()
  ctx.strokeStyle = fade(palette.rim, 0.75)
  ctx.lineWidth = 2
  ctx.stroke()
  ctx.fillStyle = '#1b2430'
  ctx.beginPath()
  ctx.roundRect(box.x + 12, box.y + 12, box.width - 24, box.height - 24, 5)
  ctx.fill()
}

/** Draws scaffolding behind the road, thin enough not to look like an obstacle. */
function drawStand(ctx: CanvasRenderingContext2D, palette: Palette, x: number, foot: number, height: number): void {
  ctx.strokeStyle = mix(palette.near, palette.wall, 0.55)
  ctx.lineWidth = 4
  ctx.beginPath()
  ctx.moveTo(x - 9, foot)
  ctx.lineTo(x - 9, foot - height)
  ctx.moveTo(x + 9, foot)
  ctx.lineTo(x + 9, foot - height)
  ctx.stroke()
  ctx.lineWidth = 1.8
  ctx.beginPath()
  for (let y = 0; y < height - 10; y += 30) {
    ctx.moveTo(x - 9, foot - y)
    ctx.lineTo(x + 9, foot - y - 30)
  }
  ctx.stroke()
}

/** Draws the hatch of the projection room, whose lamp is off until the delivery. */
function drawHatch(ctx: CanvasRenderingContext2D, palette: Palette, x: number, foot: number, open: boolean): void {
  ctx.fillStyle = mix(palette.wall, PAINT.ink, 0.3)
  ctx.beginPath()
  ctx.roundRect(x - 44, foot - 78, 88, 78, [10, 10, 0, 0])
  ctx.fill()
  ctx.fillStyle = open ? '#ffdf9b' : '#39414c'
  ctx.beginPath()
  ctx.roundRect(x - 32, foot - 62, 64, 62, [6, 6, 0, 0])
  ctx.fill()
  ctx.fillStyle = open ? '#7a5424' : '#9aa3ab'
  setType(ctx, 17, 700, 'center')
  ctx.fillText('Reels', x, foot - 26)
  drawLamp(ctx, x, foot - 86, 5, open ? 1 : 0)
}
