import { fade, mix, type Palette } from './palette.ts'
import { hash } from './random.ts'
import type { View } from './view.ts'

export function drawSky(ctx: CanvasRenderingContext2D, view: View, palette: Palette, time: number): void {
  const horizon = view.ground - 60 + view.y * 0.05
  const sky = ctx.createLinearGradient(0, 0, 0, horizon)
  sky.addColorStop(0, palette.top)
  sky.addColorStop(0.42, palette.high)
  sky.addColorStop(0.8, palette.low)
  sky.addColorStop(1, palette.horizon)
  ctx.fillStyle = sky
  ctx.fillRect(-20, -20, view.width + 40, view.height + 40)
  if (palette.stars > 0.02) drawStars(ctx, view, palette, time)
  drawSun(ctx, view, palette, horizon)
  drawClouds(ctx, view, palette, time, horizon)
  drawBirds(ctx, view, palette, time)
}

function drawStars(ctx: CanvasRenderingContext2D, view: View, palette: Palette, time: number): void {
  ctx.fillStyle = '#fdf3dc'
  for (let index = 0; index < 70; index += 1) {
    const depth = hash(index * 3 + 2)
    ctx.globalAlpha = palette.stars * (0.25 + 0.6 * depth) * (0.75 + 0.25 * Math.sin(time * 1.3 + index))
    const size = 0.8 + depth * 1.4
    ctx.fillRect(hash(index * 3) * view.width, hash(index * 3 + 1) ** 1.4 * view.ground * 0.7, size, size)
  }
  ctx.globalAlpha = 1
}

function drawSun(ctx: CanvasRenderingContext2D, view: View, palette: Palette, horizon: number): void {
  const x = view.width * 0.66
  const y = horizon - 128
  const halo = ctx.createRadialGradient(x, y, 20, x, y, 330)
  halo.addColorStop(0, fade(palette.sun, 0.62))
  halo.addColorStop(0.35, fade(palette.horizon, 0.2))
  halo.addColorStop(1, fade(palette.horizon, 0))
  ctx.fillStyle = halo
  ctx.fillRect(x - 340, y - 340, 680, 680)
  ctx.fillStyle = palette.sun
  ctx.beginPath()
  ctx.arc(x, y, 54, 0, Math.PI * 2)
  ctx.fill()
}

function drawClouds(ctx: CanvasRenderingContext2D, view: View, palette: Palette, time: number, horizon: number): void {
  const span = view.width + 520
  for (let index = 0; index < 11; index += 1) {
    const far = hash(index + 40)
    const drift = (hash(index) * span + time * (3 + far * 5) - view.x * (0.012 + far * 0.01)) % span
    const x = ((drift + span) % span) - 260
    const y = horizon - 110 - hash(index + 80) * (horizon - 150)
    const long = 110 + hash(index + 120) * 190
    ctx.fillStyle = fade(mix(palette.horizon, '#fff1dc', 0.35), 0.12 + 0.16 * far)
    ctx.beginPath()
    ctx.roundRect(x, y, long, 7, 4)
    ctx.roundRect(x + long * 0.22, y - 6, long * 0.5, 8, 4)
    ctx.roundRect(x - long * 0.18, y + 8, long * 0.7, 5, 3)
    ctx.fill()
  }
}

function drawBirds(ctx: CanvasRenderingContext2D, view: View, palette: Palette, time: number): void {
  ctx.strokeStyle = fade(palette.wall, 0.55)
  ctx.lineWidth = 1.8
  ctx.lineCap = 'round'
  ctx.beginPath()
  const span = view.width + 300
  for (let index = 0; index < 7; index += 1) {
    const x = ((((time * 17 - view.x * 0.03) % span) + span) % span) - 60 - hash(index + 7) * 130
    const y = view.ground * 0.34 + hash(index + 17) * 70 + Math.sin(time * 0.8 + index) * 5
    const flap = Math.sin(time * 7 + index * 1.7) * 3.4
    ctx.moveTo(x - 7, y - flap)
    ctx.quadraticCurveTo(x - 3, y - 2, x, y)
    ctx.quadraticCurveTo(x + 3, y - 2, x + 7, y - flap)
  }
  ctx.stroke()
}
