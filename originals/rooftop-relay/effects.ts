import { fade, type Palette, PAINT } from './palette.ts'
import { drawReel } from './draw-obstacles.ts'
import { STEP } from './tuning.ts'
import { setType } from './typeface.ts'
import type { Moment, World } from './world.ts'

type SpeckKind = 'dust' | 'spark' | 'reel' | 'paper' | 'words'

interface Speck {
  kind: SpeckKind
  x: number
  y: number
  speedX: number
  speedUp: number
  weight: number
  age: number
  life: number
  size: number
  colour: string
  words: string
}

/** Visual effects, which never feed back into the simulation. */
export interface Effects {
  specks: Speck[]
  shake: number
  squash: number
  squashSpeed: number
  /** Seconds for which the world stays frozen. */
  hold: number
  flash: number
  /** True with reduced motion: the picture does not shake and no papers fly. */
  still: boolean
}

export const createEffects = (still: boolean): Effects => ({
  specks: [],
  shake: 0,
  squash: 0,
  squashSpeed: 0,
  hold: 0,
  flash: 0,
  still,
})

export function show(effects: Effects, moment: Moment, world: World): void {
  const { kind, x, y, amount } = moment
  if (kind === 'jump' || kind === 'pad') {
    squashBy(effects, kind === 'pad' ? 0.34 : 0.22)
    puff(effects, x, y, kind === 'pad' ? 12 : 7, 90)
  } else if (kind === 'second jump') {
    squashBy(effects, 0.2)
    burst(effects, x, y, 9, 150, PAINT.cream)
  } else if (kind === 'land') {
    squashBy(effects, -0.26)
    puff(effects, x, y, 9, 130)
  } else if (kind === 'slide') puff(effects, x, y, 5, 100)
  else if (kind === 'reel') burst(effects, x, y, 6, 170, PAINT.amber)
  else if (kind === 'stomp') {
    burst(effects, x, y, 16, 260, PAINT.coral)
    say(effects, `+${amount}`, x, y + 30, 24)
    shakeBy(effects, 5)
    effects.hold = 0.04
  } else if (kind === 'delivery') celebrate(effects, x, y, amount, world)
  else if (kind === 'spill') spill(effects, x, y, amount)
  else if (kind === 'hit' || kind === 'wall') {
    burst(effects, x, y + 26, 18, 300, PAINT.cream)
    shakeBy(effects, 14)
    effects.hold = 0.09
  } else if (kind === 'fall') shakeBy(effects, 8)
}

function squashBy(effects: Effects, amount: number): void {
  effects.squash = effects.still ? amount * 0.3 : amount
  effects.squashSpeed = 0
}

function shakeBy(effects: Effects, amount: number): void {
  if (!effects.still) effects.shake = Math.max(effects.shake, amount)
}

function celebrate(effects: Effects, x: number, y: number, points: number, world: World): void {
  say(effects, `Delivered  +${points}`, x + 60, y + 108, 30)
  say(effects, world.multiplier > 1 ? `now ×${world.multiplier}` : '', x + 60, y + 78, 22)
  burst(effects, x, y + 40, 20, 320, PAINT.amber)
  effects.flash = effects.still ? 0 : 0.16
  if (effects.still) return
  for (let index = 0; index < 34; index += 1) {
    const colour = [PAINT.cream, PAINT.amber, PAINT.coral][index % 3] as string
    const speck = add(effects, 'paper', x + 60 + (Math.random() - 0.5) * 240, y + 150 + Math.random() * 60, 2.2, colour)
    Object.assign(speck, { speedX: 220 + Math.random() * 260, speedUp: 60 + Math.random() * 240, weight: 330, size: 6 })
  }
}

function spill(effects: Effects, x: number, y: number, reels: number): void {
  say(effects, 'Reels lost', x + 30, y + 80, 26)
  shakeBy(effects, 10)
  effects.hold = 0.07
  for (let index = 0; index < Math.min(14, reels); index += 1) {
    const speck = add(effects, 'reel', x, y + 30, 1.1, PAINT.amber)
    Object.assign(speck, {
      speedX: (Math.random() - 0.1) * 420,
      speedUp: 240 + Math.random() * 330,
      weight: 1300,
      size: 10,
    })
  }
}

function puff(effects: Effects, x: number, y: number, count: number, speed: number): void {
  for (let index = 0; index < count; index += 1) {
    const speck = add(effects, 'dust', x - 4 + Math.random() * 8, y + 3, 0.3 + Math.random() * 0.3, PAINT.cream)
    Object.assign(speck, { speedX: (Math.random() - 0.6) * speed * 1.6, speedUp: Math.random() * speed * 0.6 })
    speck.size = 4 + Math.random() * 6
  }
}

function burst(effects: Effects, x: number, y: number, count: number, speed: number, colour: string): void {
  for (let index = 0; index < count; index += 1) {
    const angle = (index / count) * Math.PI * 2 + Math.random()
    const speck = add(effects, 'spark', x, y, 0.28 + Math.random() * 0.26, colour)
    Object.assign(speck, {
      speedX: Math.cos(angle) * speed + 120,
      speedUp: Math.sin(angle) * speed,
      weight: 380,
      size: 2.6,
    })
  }
}

function say(effects: Effects, words: string, x: number, y: number, size: number): void {
  if (words) Object.assign(add(effects, 'words', x, y, 1.2, PAINT.cream), { words, size, speedUp: 46, speedX: 150 })
}

function add(effects: Effects, kind: SpeckKind, x: number, y: number, life: number, colour: string): Speck {
  const speck = { kind, x, y, speedX: 0, speedUp: 0, weight: 0, age: 0, life, size: 4, colour, words: '' }
  effects.specks.push(speck)
  return speck
}

export function stepEffects(effects: Effects, world: World, seconds: number): void {
  const { runner } = world
  const slides = runner.sliding >= 0 && runner.grounded && !world.ending
  if (slides && Math.random() < seconds * 70) puff(effects, runner.x - 6, runner.y, 1, 150)
  if (world.running && runner.grounded && !slides && Math.random() < seconds * 9)
    puff(effects, runner.x - 10, runner.y, 1, 60)
  // A damped spring restores the figure's shape. It would diverge over a long frame, so the loop takes short steps.
  for (let left = seconds; left > 0; left -= STEP) {
    const part = Math.min(STEP, left)
    effects.squashSpeed += (-effects.squash * 420 - effects.squashSpeed * 22) * part
    effects.squash += effects.squashSpeed * part
  }
  effects.shake = Math.max(0, effects.shake - seconds * 34)
  effects.flash = Math.max(0, effects.flash - seconds * 0.5)
  for (const speck of effects.specks) {
    speck.age += seconds
    speck.speedUp -= speck.weight * seconds
    speck.x += speck.speedX * seconds
    speck.y += speck.speedUp * seconds
  }
  effects.specks = effects.specks.filter((speck) => speck.age < speck.life)
}

export function drawSpecks(ctx: CanvasRenderingContext2D, effects: Effects, palette: Palette, time: number): void {
  for (const speck of effects.specks) {
    const left = 1 - speck.age / speck.life
    ctx.fillStyle = fade(speck.colour, speck.kind === 'dust' ? left * 0.4 : Math.min(1, left * 2))
    if (speck.kind === 'reel') drawReel(ctx, speck, time * 3, speck.size)
    else if (speck.kind === 'paper') {
      ctx.fillRect(speck.x, -speck.y, speck.size, speck.size * Math.abs(Math.sin(speck.age * 9 + speck.x)) + 1)
    } else if (speck.kind === 'words') {
      setType(ctx, speck.size, 800, 'center')
      ctx.lineWidth = 5
      ctx.lineJoin = 'round'
      ctx.strokeStyle = fade(palette.wall, Math.min(1, left * 2) * 0.8)
      ctx.strokeText(speck.words, speck.x, -speck.y)
      ctx.fillText(speck.words, speck.x, -speck.y)
    } else {
      ctx.beginPath()
      ctx.arc(speck.x, -speck.y, speck.size * (speck.kind === 'dust' ? 1.3 - left * 0.6 : left), 0, Math.PI * 2)
      ctx.fill()
    }
  }
}
