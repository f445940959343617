import { drawLamp } from './draw-lamps.ts'
import { drawReel } from './draw-obstacles.ts'
import { fade, PAINT } from './palette.ts'
import { CUSHION, DELIVERY_EVERY, METRE } from './tuning.ts'
import { setType } from './typeface.ts'
import { hintFor } from './hints.ts'
import type { World } from './world.ts'

/** The screen size in CSS pixels, and the scale of its text. */
export interface Screen {
  width: number
  height: number
  ui: number
}

/** The input method that hints describe, or null once the player knows the controls. */
export type Hints = 'keys' | 'touch' | null

export function fitScreen(width: number, height: number): Screen {
  return { width, height, ui: Math.min(1.4, Math.max(0.74, Math.min(width / 700, height / 500))) }
}

export function drawHud(ctx: CanvasRenderingContext2D, screen: Screen, world: World, hints: Hints): void {
  const { ui } = screen
  const left = 18 * ui
  write(ctx, Math.floor(world.score).toLocaleString('en'), left, 44 * ui, 38 * ui, PAINT.cream)
  const width = ctx.measureText(Math.floor(world.score).toLocaleString('en')).width
  write(
    ctx,
    `×${world.multiplier}`,
    left + width + 10 * ui,
    44 * ui,
    25 * ui,
    world.multiplier > 1 ? PAINT.amber : PAINT.cream,
  )
  drawReel(ctx, { x: left + 10 * ui, y: -66 * ui }, 0, 9 * ui)
  write(ctx, String(world.bag), left + 27 * ui, 73 * ui, 22 * ui, PAINT.cream)
  if (world.bag >= CUSHION) {
    const after = left + 27 * ui + ctx.measureText(String(world.bag)).width + 9 * ui
    write(ctx, 'cushion', after, 72 * ui, 15 * ui, PAINT.cream)
  }
  drawRoad(ctx, screen, world)
  const hint = hints ? hintFor(world, hints) : ''
  if (hint)
    write(ctx, hint, screen.width / 2, screen.height - 34 * ui, 20 * ui, PAINT.cream, 'center', screen.width - 30)
}

/** Draws ten lamps that show the progress to the next cinema. */
function drawRoad(ctx: CanvasRenderingContext2D, screen: Screen, world: World): void {
  const { ui, width } = screen
  const next = world.course.roofs.find((roof) => roof.cinema && !roof.cinema.delivered)?.cinema
  const goal = next?.x ?? world.course.nextCinema
  const left = Math.max(0, Math.ceil((goal - world.runner.x) / METRE))
  const done = 1 - Math.min(1, (goal - world.runner.x) / DELIVERY_EVERY)
  const apart = 15 * ui
  const wide = width > 620
  const x = wide ? width / 2 - apart * 4.5 : 24 * ui
  const y = wide ? 26 * ui : 94 * ui
  for (let lamp = 0; lamp < 10; lamp += 1) drawLamp(ctx, x + lamp * apart, y, 3.6 * ui, done * 10 >= lamp + 1 ? 1 : 0)
  const words = `${left} m to ${next ? `the ${next.name}` : 'the next cinema'}`
  if (wide) write(ctx, words, width / 2, y + 24 * ui, 16 * ui, PAINT.cream, 'center')
  else write(ctx, words, x - 5 * ui, y + 22 * ui, 16 * ui, PAINT.cream)
}

/** Writes text that stays readable on any sky. */
export function write(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  align: CanvasTextAlign = 'left',
  room = Infinity,
): void {
  setType(ctx, size, 750, align)
  const width = ctx.measureText(text).width
  if (width > room) setType(ctx, (size * room) / width, 750, align)
  ctx.lineJoin = 'round'
  ctx.lineWidth = Math.max(3, size * 0.16)
  ctx.strokeStyle = fade(PAINT.ink, 0.62)
  ctx.strokeText(text, x, y)
  ctx.fillStyle = colour
  ctx.fillText(text, x, y)
}
