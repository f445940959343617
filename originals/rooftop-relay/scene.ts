import { drawCinema, drawTitleSign } from './draw-cinema.ts'
import { drawCourier } from './draw-courier.ts'
import { drawPad, drawReel, PAINTERS } from './draw-obstacles.ts'
import { drawRoofs } from './draw-roofs.ts'
import { drawSky } from './draw-sky.ts'
import { drawSkyline } from './draw-skyline.ts'
import { drawSpecks, type Effects } from './effects.ts'
import { fade, type Palette, PAINT, paletteAt } from './palette.ts'
import { speedAt } from './tuning.ts'
import type { View } from './view.ts'
import type { World } from './world.ts'

/** Draws the world from back to front. */
export function drawScene(ctx: CanvasRenderingContext2D, view: View, world: World, effects: Effects): void {
  const palette = paletteAt(world.runner.x)
  const { time } = world
  const shakeX = Math.sin(time * 91) * effects.shake * 0.7
  const shakeY = Math.cos(time * 83) * effects.shake
  ctx.setTransform(view.device, 0, 0, view.device, shakeX * view.device, shakeY * view.device)
  drawSky(ctx, view, palette, effects.still ? 0 : time)
  drawSkyline(ctx, view, palette)
  ctx.translate(-view.x, view.ground + view.y)
  drawSigns(ctx, view, world, palette, effects.still)
  drawRoofs(ctx, view, palette, world.course.roofs)
  drawObjects(ctx, view, world, palette)
  drawCourier(ctx, world, palette, effects.squash)
  drawSpecks(ctx, effects, palette, time)
  if (effects.flash <= 0) return
  ctx.fillStyle = fade('#ffe2a0', effects.flash)
  ctx.fillRect(view.x - 30, -view.ground - view.y - 30, view.width + 60, view.height + 60)
}

function drawSigns(ctx: CanvasRenderingContext2D, view: View, world: World, palette: Palette, still: boolean): void {
  drawWires(ctx, world, palette)
  const first = world.course.roofs.find((roof) => roof.index === 0)
  // The sign is centred in the opening view.
  if (first) drawTitleSign(ctx, palette, Math.max(190, view.width / 2 - view.anchor), -first.top, world.time, still)
  for (const roof of world.course.roofs) drawCinema(ctx, palette, roof, world.time, still)
}

/** Draws strings of lamps between houses, behind the road. They show where the next roof is. */
function drawWires(ctx: CanvasRenderingContext2D, world: World, palette: Palette): void {
  const { roofs } = world.course
  for (const [index, roof] of roofs.entries()) {
    const next = roofs[index + 1]
    if (!next || roof.index % 3 === 1) continue
    const [x, y] = [roof.x + roof.width - 34, -roof.top - 120]
    const [endX, endY] = [next.x + 34, -next.top - 120]
    const sag = Math.max(y, endY) + 58
    ctx.strokeStyle = fade(palette.wall, 0.6)
    ctx.lineWidth = 2.4
    ctx.beginPath()
    ctx.moveTo(x, -roof.top)
    ctx.lineTo(x, y)
    ctx.moveTo(endX, -next.top)
    ctx.lineTo(endX, endY)
    ctx.stroke()
    ctx.lineWidth = 1.4
    ctx.beginPath()
    ctx.moveTo(x, y)
    ctx.quadraticCurveTo((x + endX) / 2, sag, endX, endY)
    ctx.stroke()
    const lamps = Math.floor((endX - x) / 26)
    for (let lamp = 1; lamp < lamps; lamp += 1) {
      const part = lamp / lamps
      const rest = 1 - part
      const lampX = x * rest + endX * part
      const lampY = y * rest * rest + 2 * sag * rest * part + endY * part * part + 4
      ctx.fillStyle = fade(PAINT.amber, 0.22)
      ctx.fillRect(lampX - 5, lampY - 5, 10, 10)
      ctx.fillStyle = '#ffe2a0'
      ctx.fillRect(lampX - 2, lampY - 2, 4, 4)
    }
  }
}

function drawObjects(ctx: CanvasRenderingContext2D, view: View, world: World, palette: Palette): void {
  const { course, runner, time } = world
  const isSeen = (x: number, width: number) => x < view.x + view.width + 240 && x + width > view.x - 60
  for (const pad of course.pads) if (isSeen(pad.x, pad.width)) drawPad(ctx, pad, palette)
  for (const obstacle of course.obstacles) {
    if (obstacle.gone || !isSeen(obstacle.x, obstacle.width)) continue
    // Drones appear to approach, but the courier meets them exactly where the course placed them.
    const ahead = Math.max(0, obstacle.x - runner.x) / speedAt(runner.x)
    const x = obstacle.kind === 'drone' ? obstacle.x + ahead * 70 : obstacle.x
    PAINTERS[obstacle.kind](ctx, { ...obstacle, x }, palette, time)
  }
  for (const reel of course.reels) if (!reel.taken && isSeen(reel.x, 20)) drawReel(ctx, reel, time)
}
