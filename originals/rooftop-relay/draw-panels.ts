import { type Goal, type Goals, progressOf } from './goals.ts'
import { type Screen, write } from './draw-hud.ts'
import { drawLamp } from './draw-lamps.ts'
import { fade, PAINT } from './palette.ts'
import { setType, writeFitted } from './typeface.ts'
import { type Ending, metresOf, type World } from './world.ts'

/** The bounds of the final panel's case, relative to the middle of the score. */
const CASE = { top: -150, height: 386 }

const ENDINGS: Record<Ending, string> = {
  fall: 'Missed the roof',
  wall: 'Met the wall',
  hit: 'Knocked down',
}

export const endingWords = (world: World): string => ENDINGS[world.ending ?? 'fall']

/** Draws the texts below the title sign: the controls, the best score and the goals. */
export function drawTitle(
  ctx: CanvasRenderingContext2D,
  screen: Screen,
  best: number,
  goals: Goals,
  touch: boolean,
): void {
  const { width, height, ui } = screen
  const foot = height - 30 * ui
  const keys = touch ? 'Tap to jump, swipe down to slide' : 'Jump: Space, ↑ or W      Slide: ↓ or S      Pause: P'
  write(ctx, touch ? 'Tap to run' : 'Press Space to run', width / 2, foot - 34 * ui, 34 * ui, PAINT.amber, 'center')
  write(ctx, keys, width / 2, foot, 18 * ui, PAINT.cream, 'center', width - 32)
  if (best > 0) write(ctx, `Best ${best.toLocaleString('en')}`, 18 * ui, 40 * ui, 24 * ui, PAINT.cream)
  // Before a player's first run, the list of goals is not shown.
  if (best > 0) writeGoals(ctx, screen, goals, 26 * ui, 72 * ui)
}

export function drawPause(ctx: CanvasRenderingContext2D, screen: Screen, goals: Goals, touch: boolean): void {
  const { width, height, ui } = screen
  dim(ctx, screen, 0.6)
  write(ctx, 'Paused', width / 2, height / 2 - 40 * ui, 56 * ui, PAINT.cream, 'center')
  const words = touch ? 'Tap to go on' : 'Space or P to go on'
  write(ctx, words, width / 2, height / 2, 22 * ui, PAINT.amber, 'center')
  writeGoals(ctx, screen, goals, width / 2 - 140 * ui, height / 2 + 44 * ui)
}

/** Announces briefly that a goal was reached. */
export function drawPraise(ctx: CanvasRenderingContext2D, screen: Screen, goal: Goal): void {
  const { width, height, ui } = screen
  const y = height * 0.3
  write(ctx, 'Goal reached', width / 2, y, 18 * ui, PAINT.amber, 'center')
  write(ctx, goal.words, width / 2, y + 28 * ui, 26 * ui, PAINT.cream, 'center', width - 32)
}

/** Writes one line with a lamp for each goal of the run. */
function writeGoals(ctx: CanvasRenderingContext2D, { ui }: Screen, goals: Goals, x: number, top: number): void {
  goals.list.forEach((goal, at) => {
    const y = top + at * 24 * ui
    drawLamp(ctx, x, y - 5 * ui, 4 * ui, goal.isDone ? 1 : 0)
    write(ctx, `${goal.words}  ${progressOf(goals, goal)}`, x + 14 * ui, y, 16 * ui, PAINT.cream)
  })
}

/** Draws the final panel. `best` is the record before this run. */
export function drawOver(
  ctx: CanvasRenderingContext2D,
  screen: Screen,
  world: World,
  { best, goals, touch, still }: { best: number; goals: Goals; touch: boolean; still: boolean },
): void {
  const { width, height, ui } = screen
  const shown = still ? 1 : Math.min(1, Math.max(0, (world.endedFor - 0.35) / 0.3))
  if (shown <= 0) return
  dim(ctx, screen, 0.5 * shown)
  ctx.save()
  const rise = (1 - shown) ** 3 * 40
  // The case is taller than a phone in landscape.
  const size = Math.min(ui, (height - 16) / CASE.height)
  ctx.translate(width / 2, height / 2 - (CASE.top + CASE.height / 2) * size + rise)
  ctx.scale(size, size)
  ctx.globalAlpha = shown
  drawCase(ctx, world)
  const isRecord = world.score > best
  ctx.fillStyle = PAINT.cream
  writeFitted(ctx, endingWords(world), 0, -76, 34, 320)
  writeFitted(ctx, world.score.toLocaleString('en'), 0, -4, 76, 320)
  setType(ctx, 20, 650, 'center')
  ctx.fillStyle = isRecord ? PAINT.amber : '#c9c3b6'
  ctx.fillText(isRecord ? 'A new best' : `Best ${best.toLocaleString('en')}`, 0, 28)
  ctx.fillStyle = '#c9c3b6'
  const delivered = `${world.deliveries} ${world.deliveries === 1 ? 'delivery' : 'deliveries'}`
  ctx.fillText(`${metresOf(world).toLocaleString('en')} m, ${delivered}`, 0, 58)
  listGoals(ctx, goals)
  ctx.fillStyle = PAINT.amber
  setType(ctx, 23, 750, 'center')
  ctx.fillText(touch ? 'Tap to run again' : 'Space to run again', 0, 212)
  ctx.restore()
}

/** Draws the ink-coloured case that our originals share. Its lamps count the deliveries. */
function drawCase(ctx: CanvasRenderingContext2D, world: World): void {
  ctx.fillStyle = fade('#121a25', 0.95)
  ctx.beginPath()
  ctx.roundRect(-190, CASE.top, 380, CASE.height, 20)
  ctx.fill()
  const alpha = ctx.globalAlpha
  for (let lamp = 0; lamp < 12; lamp += 1) {
    ctx.globalAlpha = alpha
    drawLamp(ctx, -165 + lamp * 30, -131, 4, lamp < world.deliveries ? 1 : 0)
  }
  ctx.globalAlpha = alpha
  ctx.fillStyle = '#2c3846'
  ctx.fillRect(-150, 78, 300, 1.5)
  ctx.fillRect(-150, 178, 300, 1.5)
}

/** Lists the goals of the run. The lamp of a reached goal is lit. */
function listGoals(ctx: CanvasRenderingContext2D, goals: Goals): void {
  const alpha = ctx.globalAlpha
  goals.list.forEach((goal, at) => {
    const y = 106 + at * 26
    drawLamp(ctx, -142, y - 6, 4, goal.isDone ? 1 : 0)
    ctx.globalAlpha = alpha
    ctx.fillStyle = goal.isDone ? PAINT.amber : '#c9c3b6'
    setType(ctx, 18, 650)
    ctx.fillText(goal.words, -126, y)
    setType(ctx, 18, 650, 'right')
    ctx.fillText(progressOf(goals, goal), 150, y)
  })
}

function dim(ctx: CanvasRenderingContext2D, { width, height }: Screen, alpha: number): void {
  ctx.fillStyle = fade(PAINT.ink, alpha)
  ctx.fillRect(0, 0, width, height)
}
