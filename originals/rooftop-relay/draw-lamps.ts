import { fade, PAINT } from './palette.ts'

/** Draws a small round lamp, the theatre's emblem. `light` ranges from 0 (off) to 1 (fully lit). */
export function drawLamp(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number, light: number): void {
  if (light > 0.3) {
    ctx.fillStyle = fade(PAINT.amber, 0.2 * light)
    ctx.beginPath()
    ctx.arc(x, y, radius * 2.5, 0, Math.PI * 2)
    ctx.fill()
  }
  ctx.fillStyle = light > 0.3 ? '#ffe2a0' : '#5b5650'
  ctx.globalAlpha *= light > 0.3 ? 0.55 + 0.45 * light : 0.9
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, Math.PI * 2)
  ctx.fill()
  ctx.globalAlpha = 1
}

/** Draws evenly spaced lamps around a box. `light` returns the brightness of each lamp. */
export function drawLampFrame(
  ctx: CanvasRenderingContext2D,
  box: { x: number; y: number; width: number; height: number },
  radius: number,
  apart: number,
  light: (index: number) => number,
): void {
  const across = Math.max(1, Math.round(box.width / apart))
  const down = Math.max(1, Math.round(box.height / apart))
  let index = 0
  const put = (x: number, y: number) => drawLamp(ctx, x, y, radius, light(index++))
  for (let step = 0; step < across; step += 1) put(box.x + (box.width * step) / across, box.y)
  for (let step = 0; step < down; step += 1) put(box.x + box.width, box.y + (box.height * step) / down)
  for (let step = 0; step < across; step += 1) put(box.x + box.width - (box.width * step) / across, box.y + box.height)
  for (let step = 0; step < down; step += 1) put(box.x, box.y + box.height - (box.height * step) / down)
}

/** Returns a function for the brightness of lamps that chase in threes. With reduced motion, all lamps are lit. */
export const chase =
  (time: number, still: boolean) =>
  (index: number): number =>
    still || Math.floor(index + time * 7) % 3 !== 0 ? 1 : 0.35
