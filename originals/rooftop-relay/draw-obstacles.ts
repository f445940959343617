import type { Obstacle, Pad, Reel } from './course.ts'
import { drawLamp } from './draw-lamps.ts'
import { fade, mix, type Palette, PAINT } from './palette.ts'
import { setType } from './typeface.ts'

type Painter = (ctx: CanvasRenderingContext2D, box: Obstacle, palette: Palette, time: number) => void

const drawChimney: Painter = (ctx, { x, y, width, height }, palette, time) => {
  const top = -y - height
  shade(ctx, mix(palette.wallLight, '#a4573f', 0.75), palette, x, top, width, height)
  ctx.fillStyle = fade(PAINT.ink, 0.3)
  for (let row = 8; row < height - 4; row += 9) ctx.fillRect(x + (row % 2) * 6, top + row, width - 8, 1.6)
  shade(ctx, mix(palette.wallLight, '#c98a63', 0.6), palette, x - 4, top, width + 8, 8)
  shade(ctx, mix(PAINT.brick, palette.rim, 0.3), palette, x + 4, top - 9, 10, 10)
  shade(ctx, mix(PAINT.brick, palette.rim, 0.3), palette, x + width - 14, top - 9, 10, 10)
  for (let puff = 0; puff < 4; puff += 1) {
    const age = (time * 0.35 + puff / 4 + x * 0.01) % 1
    ctx.fillStyle = fade(palette.horizon, 0.2 * (1 - age))
    ctx.beginPath()
    ctx.arc(x + 9 - age * 34 + Math.sin(age * 6 + puff) * 4, top - 14 - age * 70, 4 + age * 12, 0, Math.PI * 2)
    ctx.fill()
  }
}

const drawSkylight: Painter = (ctx, { x, y, width, height }, palette) => {
  const foot = -y
  ctx.fillStyle = mix(palette.wallLight, PAINT.ink, 0.2)
  ctx.fillRect(x, foot - 8, width, 8)
  ctx.fillStyle = PAINT.windows[0]
  ctx.beginPath()
  ctx.moveTo(x + 2, foot - 8)
  ctx.lineTo(x + 12, foot - height)
  ctx.lineTo(x + width - 12, foot - height)
  ctx.lineTo(x + width - 2, foot - 8)
  ctx.fill()
  ctx.strokeStyle = mix(palette.wall, PAINT.ink, 0.3)
  ctx.lineWidth = 3.5
  ctx.stroke()
  ctx.beginPath()
  for (let bar = x + 30; bar < x + width - 16; bar += 26) {
    ctx.moveTo(bar, foot - 8)
    ctx.lineTo(bar, foot - height)
  }
  ctx.stroke()
  ctx.fillStyle = palette.rim
  ctx.fillRect(x + 9, foot - height - 2, width - 18, 3)
}

const drawAntenna: Painter = (ctx, { x, y, width, height }, palette, time) => {
  const middle = x + width / 2
  ctx.strokeStyle = mix(PAINT.steel, PAINT.cream, 0.35)
  ctx.lineCap = 'round'
  ctx.lineWidth = 5
  ctx.beginPath()
  ctx.moveTo(middle, -y)
  ctx.lineTo(middle, -y - height)
  ctx.stroke()
  ctx.lineWidth = 3
  ctx.beginPath()
  for (const [part, half] of [
    [0.95, 9],
    [0.78, 15],
    [0.61, 20],
  ] as const) {
    ctx.moveTo(middle - half, -y - height * part)
    ctx.lineTo(middle + half, -y - height * part)
  }
  ctx.moveTo(middle - 13, -y)
  ctx.lineTo(middle, -y - 20)
  ctx.lineTo(middle + 13, -y)
  ctx.stroke()
  ctx.fillStyle = Math.sin(time * 5 + x) > 0 ? PAINT.coral : '#8f3a2c'
  ctx.beginPath()
  ctx.arc(middle, -y - height - 2, 5, 0, Math.PI * 2)
  ctx.fill()
}

const drawSign: Painter = (ctx, { x, y, width, height, roofTop }, palette, time) => {
  const bottom = -y
  const top = bottom - height
  ctx.strokeStyle = mix(palette.near, palette.wall, 0.5)
  ctx.lineWidth = 5
  ctx.beginPath()
  ctx.moveTo(x + width + 12, -roofTop)
  ctx.lineTo(x + width + 12, top + 20)
  ctx.lineTo(x + width - 4, top + 20)
  ctx.moveTo(x + width + 12, bottom - 30)
  ctx.lineTo(x + width - 4, bottom - 30)
  ctx.stroke()
  ctx.fillStyle = '#a93a28'
  ctx.beginPath()
  ctx.roundRect(x, top, width, height, 8)
  ctx.fill()
  ctx.strokeStyle = palette.rim
  ctx.lineWidth = 2
  ctx.stroke()
  ctx.fillStyle = '#1a222d'
  ctx.beginPath()
  ctx.roundRect(x + 11, top + 11, width - 22, height - 22, 4)
  ctx.fill()
  ctx.fillStyle = PAINT.cream
  setType(ctx, 31, 800, 'center')
  Array.from('FILM').forEach((letter, index) => ctx.fillText(letter, x + width / 2, top + 46 + index * 34))
  for (let index = 0; index <= 9; index += 1) {
    const light = Math.floor(index + time * 6) % 3 === 0 ? 0.3 : 1
    const lampY = top + 8 + ((height - 16) * index) / 9
    drawLamp(ctx, x + 5.5, lampY, 3, light)
    drawLamp(ctx, x + width - 5.5, lampY, 3, light)
  }
}

const drawTank: Painter = (ctx, { x, y, width, height, roofTop }, palette) => {
  const bottom = -y
  const top = bottom - height
  ctx.strokeStyle = mix(palette.wallLight, PAINT.steel, 0.6)
  ctx.lineWidth = 5
  ctx.beginPath()
  for (const leg of [x + 7, x + width - 7]) {
    ctx.moveTo(leg, bottom)
    ctx.lineTo(leg, -roofTop)
  }
  ctx.stroke()
  ctx.lineWidth = 1.8
  ctx.beginPath()
  ctx.moveTo(x + 7, bottom)
  ctx.lineTo(x + width - 7, -roofTop)
  ctx.moveTo(x + width - 7, bottom)
  ctx.lineTo(x + 7, -roofTop)
  ctx.stroke()
  shade(ctx, mix('#8a5340', palette.wallLight, 0.25), palette, x, top + 6, width, height - 6)
  ctx.fillStyle = fade(PAINT.ink, 0.28)
  for (let plank = x + 11; plank < x + width; plank += 12) ctx.fillRect(plank, top + 8, 1.6, height - 8)
  ctx.fillStyle = fade(PAINT.ink, 0.5)
  for (const hoop of [22, 44, 66]) ctx.fillRect(x, top + hoop, width, 3)
  shade(ctx, mix(palette.wallLight, PAINT.steel, 0.35), palette, x - 5, top, width + 10, 9)
}

const drawDrone: Painter = (ctx, { x, y, width, height }, palette, time) => {
  const middle = x + width / 2
  const centre = -y - height / 2 + Math.sin(time * 5 + x) * 2.5
  ctx.strokeStyle = mix(PAINT.steel, PAINT.cream, 0.3)
  ctx.lineWidth = 3
  ctx.beginPath()
  ctx.moveTo(x + 3, centre - 7)
  ctx.lineTo(x + width - 3, centre - 7)
  ctx.stroke()
  ctx.fillStyle = fade(PAINT.cream, 0.55)
  for (const rotor of [x + 5, x + width - 5]) {
    ctx.beginPath()
    ctx.ellipse(rotor, centre - 11, 13 + 4 * Math.sin(time * 60 + rotor), 2.2, 0, 0, Math.PI * 2)
    ctx.fill()
  }
  ctx.fillStyle = '#b9c2c6'
  ctx.beginPath()
  ctx.roundRect(middle - 19, centre - 10, 38, 21, 9)
  ctx.fill()
  ctx.strokeStyle = palette.rim
  ctx.lineWidth = 1.6
  ctx.stroke()
  ctx.fillStyle = PAINT.coral
  ctx.beginPath()
  ctx.arc(middle - 8, centre + 1, 6.5, 0, Math.PI * 2)
  ctx.fill()
  ctx.fillStyle = PAINT.cream
  ctx.beginPath()
  ctx.arc(middle - 10, centre - 1, 2.2, 0, Math.PI * 2)
  ctx.fill()
}

export const PAINTERS: Record<Obstacle['kind'], Painter> = {
  chimney: drawChimney,
  skylight: drawSkylight,
  antenna: drawAntenna,
  sign: drawSign,
  tank: drawTank,
  drone: drawDrone,
}

/** Draws a block with light from a low sun on its top and right edges. */
function shade(
  ctx: CanvasRenderingContext2D,
  colour: string,
  palette: Palette,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  ctx.fillStyle = colour
  ctx.fillRect(x, y, width, height)
  ctx.fillStyle = fade(palette.rim, 0.85)
  ctx.fillRect(x, y, width, 2)
  ctx.fillRect(x + width - 2.5, y, 2.5, height)
}

export function drawPad(ctx: CanvasRenderingContext2D, { x, width, top }: Pad, palette: Palette): void {
  ctx.strokeStyle = PAINT.steel
  ctx.lineWidth = 3
  ctx.beginPath()
  for (const spring of [x + 9, x + width - 9]) {
    for (let coil = 0; coil <= 4; coil += 1) ctx.lineTo(spring + (coil % 2 ? 5 : -5), -top - coil * 3)
    ctx.moveTo(x + width - 9, -top)
  }
  ctx.stroke()
  for (let stripe = 0; stripe < 6; stripe += 1) {
    ctx.fillStyle = stripe % 2 ? PAINT.cream : PAINT.coral
    ctx.fillRect(x + (stripe * width) / 6, -top - 19, width / 6 + 0.5, 9)
  }
  ctx.fillStyle = palette.rim
  ctx.fillRect(x, -top - 20.5, width, 2)
}

export function drawReel(
  ctx: CanvasRenderingContext2D,
  { x, y }: Pick<Reel, 'x' | 'y'>,
  time: number,
  size = 13,
): void {
  ctx.save()
  ctx.translate(x, -y + Math.sin(time * 3.4 + x * 0.03) * 2.4)
  ctx.fillStyle = fade(PAINT.amber, 0.2)
  ctx.beginPath()
  ctx.arc(0, 0, size * 1.6, 0, Math.PI * 2)
  ctx.fill()
  ctx.rotate(time * 2.2 + x)
  ctx.fillStyle = PAINT.amberDeep
  ctx.beginPath()
  ctx.arc(0, 0, size, 0, Math.PI * 2)
  ctx.fill()
  ctx.fillStyle = PAINT.amber
  ctx.beginPath()
  ctx.arc(0, 0, size * 0.84, 0, Math.PI * 2)
  // The three holes and the hub are cut out by reversing the winding.
  for (let hole = 0; hole < 3; hole += 1) {
    const angle = (hole * Math.PI * 2) / 3
    const [holeX, holeY] = [Math.cos(angle) * size * 0.46, Math.sin(angle) * size * 0.46]
    ctx.moveTo(holeX + size * 0.21, holeY)
    ctx.arc(holeX, holeY, size * 0.21, 0, Math.PI * 2, true)
  }
  ctx.fill('evenodd')
  ctx.fillStyle = PAINT.cream
  ctx.beginPath()
  ctx.arc(0, 0, size * 0.15, 0, Math.PI * 2)
  ctx.fill()
  ctx.restore()
}
