import { drawHud, fitScreen } from './draw-hud.ts'
import { drawOver, drawPause, drawPraise, drawTitle, endingWords } from './draw-panels.ts'
import { createEffects, show, stepEffects } from './effects.ts'
import { countMoments, createGoals, type Goal, reachedBy } from './goals.ts'
import { listen } from './input.ts'
import { keepBest, keepMuted, keepReached, readBest, readMuted, readReached } from './record.ts'
import { drawScene } from './scene.ts'
import { createSound } from './sound.ts'
import { speedAt, STEP } from './tuning.ts'
import { aim, fitView, follow } from './view.ts'
import { createWorld, metresOf, stepWorld } from './world.ts'

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
const stage = element<HTMLCanvasElement>('stage')
const news = element('news')
const pauseButton = element<HTMLButtonElement>('pause')
const soundButton = element<HTMLButtonElement>('sound')
const ctx = stage.getContext('2d') as CanvasRenderingContext2D
const calm = matchMedia('(prefers-reduced-motion: reduce)')

/** Seconds after the end of a run before a press can restart, so that a late jump does not restart the game. */
const RESTART_AFTER = 0.5
/** Seconds for which a reached goal is announced. */
const PRAISE = 2.6
const LONGEST_FRAME = 0.1
/** Players whose best score is at least this know the controls, so the game no longer explains them. */
const KNOWS_HOW = 1500

let world = createWorld(newSeed())
let effects = createEffects(calm.matches)
let view = fitView(960, 540, 1, 0, 0)
let screen = fitScreen(960, 540)
let reached = readReached()
let goals = createGoals(reached)
/** The last goal reached, and the seconds for which it is still announced. */
let praise: { goal: Goal; left: number } | null = null
let best = readBest()
let bestBefore = best
let muted = readMuted()
let paused = false
let touch = matchMedia('(pointer: coarse)').matches
let last = 0
let behind = 0

const sound = createSound(muted)
const input = listen(stage, { press, pause: () => setPaused(!paused), mute: toggleMuted, wake })

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31)
}

function wake(byTouch: boolean): void {
  touch = byTouch
  // While the game is paused, input must not resume the sound.
  if (!paused) sound.wake()
}

function press(): boolean {
  if (paused) setPaused(false)
  else if (world.ending) {
    if (world.endedFor > RESTART_AFTER) restart()
  } else if (!world.running) start()
  else return false
  return true
}

function start(): void {
  world.running = true
  sound.setMusic(true)
  tell('Run started.')
  showButtons()
}

function restart(): void {
  world = createWorld(newSeed())
  effects = createEffects(calm.matches)
  reached = reachedBy(reached, goals)
  recall()
  praise = null
  behind = 0
  aim(view, world)
  start()
}

/** Loads the record and the goals, which another tab may have improved. */
function recall(): void {
  const kept = readReached()
  best = Math.max(best, readBest())
  bestBefore = best
  reached = reached.map((count, row) => Math.max(count, kept[row] ?? 0))
  goals = createGoals(reached)
}

/** Announces a goal and stores it at once, so that it is not lost if the player closes the tab. */
function cheer(goal: Goal): void {
  praise = { goal, left: PRAISE }
  keepReached(reachedBy(reached, goals))
  sound.cheer()
  tell(`Goal reached: ${goal.words}.`)
}

function finish(): void {
  bestBefore = Math.max(bestBefore, readBest())
  best = Math.max(bestBefore, world.score)
  if (best > bestBefore) keepBest(best)
  sound.setMusic(false)
  const record = world.score > bestBefore ? 'A new best.' : `Best ${bestBefore}.`
  tell(
    `${endingWords(world)}. Score ${world.score}. ${record} ${metresOf(world)} metres, deliveries: ${world.deliveries}.`,
  )
  showButtons()
}

function setPaused(now: boolean): void {
  if (now === paused || (now && !world.running)) return
  paused = now
  input.release()
  sound.setAsleep(now)
  tell(now ? 'Paused.' : 'Run goes on.')
  showButtons()
}

function toggleMuted(): void {
  muted = !muted
  keepMuted(muted)
  sound.setMuted(muted)
  tell(muted ? 'Sound off.' : 'Sound on.')
  showButtons()
}

function tell(words: string): void {
  news.textContent = words
}

function showButtons(): void {
  pauseButton.hidden = !world.running
  pauseButton.setAttribute('aria-label', paused ? 'Go on' : 'Pause')
  pauseButton.dataset.state = paused ? 'paused' : 'running'
  soundButton.setAttribute('aria-label', muted ? 'Sound on' : 'Sound off')
  soundButton.dataset.state = muted ? 'muted' : 'sounding'
}

function fit(): void {
  const { clientWidth, clientHeight } = document.documentElement
  const ratio = Math.min(3, window.devicePixelRatio || 1)
  stage.width = Math.max(1, Math.round(clientWidth * ratio))
  stage.height = Math.max(1, Math.round(clientHeight * ratio))
  view = fitView(Math.max(1, clientWidth), Math.max(1, clientHeight), ratio, view.x, view.y)
  screen = fitScreen(clientWidth, clientHeight)
  if (!world.running && !world.ending) aim(view, world)
  draw()
}

function frame(now: number): void {
  const seconds = Math.min(LONGEST_FRAME, Math.max(0, (now - last) / 1000))
  last = now
  if (!paused) advance(seconds)
  draw()
  requestAnimationFrame(frame)
}

function advance(seconds: number): void {
  effects.hold = Math.max(0, effects.hold - seconds)
  if (effects.hold === 0) behind += seconds
  for (; behind >= STEP && effects.hold === 0; behind -= STEP) {
    stepWorld(world, input.read())
    for (const moment of world.moments) {
      show(effects, moment, world)
      sound.play(moment)
      if (moment.kind === 'over') finish()
    }
    for (const goal of countMoments(goals, world.moments, world)) cheer(goal)
    world.moments = []
  }
  if (praise) praise = praise.left > seconds ? { ...praise, left: praise.left - seconds } : null
  stepEffects(effects, world, seconds)
  follow(view, world, seconds)
}

function draw(): void {
  const { runner } = world
  const { x, y } = runner
  // Extrapolates the courier over the unfinished part of a step, to prevent judder on any display.
  if (world.running) {
    runner.x += speedAt(x) * behind
    if (!runner.grounded) runner.y += runner.speedUp * behind
    view.x = runner.x - view.anchor
  }
  drawScene(ctx, view, world, effects)
  Object.assign(runner, { x, y })
  const ratio = view.device / view.css
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
  if (world.running) drawHud(ctx, screen, world, best < KNOWS_HOW ? (touch ? 'touch' : 'keys') : null)
  if (praise && world.running && !paused) drawPraise(ctx, screen, praise.goal)
  if (world.ending) drawOver(ctx, screen, world, { best: bestBefore, goals, touch, still: effects.still })
  else if (!world.running) drawTitle(ctx, screen, best, goals, touch)
  if (paused) drawPause(ctx, screen, goals, touch)
}

for (const button of [pauseButton, soundButton]) {
  button.addEventListener('click', (event) => {
    if (!paused) sound.wake()
    if (button === soundButton) toggleMuted()
    else setPaused(!paused)
    // After a click, the game handles the keys again. A keyboard user keeps the focus on the button.
    if (event.detail > 0) button.blur()
  })
}
window.addEventListener('resize', fit)
window.addEventListener('storage', () => !world.running && !world.ending && recall())
window.addEventListener('blur', () => (input.release(), setPaused(true)))
document.addEventListener('visibilitychange', () => document.hidden && setPaused(true))
calm.addEventListener('change', () => (effects.still = calm.matches))

showButtons()
fit()
aim(view, world)
requestAnimationFrame((now) => ((last = now), frame(now)))
