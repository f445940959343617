import { type Palette, PAINT } from './palette.ts'
import { STANDING } from './tuning.ts'
import type { World } from './world.ts'

interface Pose {
  lean: number
  hip: [number, number]
  feet: [[number, number], [number, number]]
  hands: [[number, number], [number, number]]
  wind: number
}

const TROUSERS = '#2b3950'
const TROUSERS_BACK = '#1d2839'
const COAT = '#f4e7cd'
const COAT_BACK = '#cdb994'
const SKIN = '#d99a72'

/** Draws the courier with the feet at the origin. A positive `squash` stretches the figure upwards. */
export function drawCourier(ctx: CanvasRenderingContext2D, world: World, palette: Palette, squash: number): void {
  const { runner } = world
  ctx.save()
  ctx.translate(runner.x, -runner.y)
  ctx.fillStyle = 'rgba(10, 14, 20, .32)'
  if (runner.grounded) {
    ctx.beginPath()
    ctx.ellipse(0, 1, 22, 4, 0, 0, Math.PI * 2)
    ctx.fill()
  }
  if (runner.shield > 0) ctx.globalAlpha = Math.sin(runner.shield * 40) > -0.2 ? 1 : 0.35
  // The figure is slightly larger than its collision box.
  ctx.scale(1.12 - squash * 0.7, 1.12 + squash)
  if (world.ending) {
    ctx.translate(0, -STANDING * 0.4)
    ctx.rotate(world.ending === 'hit' ? -Math.min(1.45, world.endedFor * 5) : Math.min(2.6, world.endedFor * 2.4))
    ctx.translate(0, STANDING * 0.4)
  }
  drawFigure(ctx, poseOf(world), world.time, palette)
  ctx.restore()
}

function poseOf(world: World): Pose {
  const { runner, running, ending } = world
  if (!running && !ending) {
    const breath = Math.sin(world.time * 2.2)
    const hands: Pose['hands'] = [
      [-9, -24],
      [9, -25 + breath],
    ]
    return {
      lean: 0.02,
      hip: [0, -25 + breath * 0.6],
      feet: [
        [-7, 0],
        [7, 0],
      ],
      hands,
      wind: 0.5,
    }
  }
  if (runner.sliding >= 0) {
    const hands: Pose['hands'] = [
      [-19, -7],
      [-2, -17],
    ]
    return {
      lean: -1.0,
      hip: [4, -8],
      feet: [
        [28, -3],
        [21, -9],
      ],
      hands,
      wind: 1.2,
    }
  }
  if (!runner.grounded) {
    const fall = Math.max(-1, Math.min(1, -runner.speedUp / 700))
    const feet: Pose['feet'] = [
      [-15 - fall * 3, -10 + fall * 8],
      [13 + fall * 3, -13 + fall * 10],
    ]
    return {
      lean: 0.2 - fall * 0.12,
      hip: [0, -27],
      feet,
      hands: [
        [-17, -34 - fall * 12],
        [19, -45 - fall * 8],
      ],
      wind: 1,
    }
  }
  const phase = runner.x / 21
  const bob = Math.abs(Math.sin(phase)) * 3
  const foot = (turn: number): [number, number] => [Math.cos(turn) * 19, -Math.max(0, Math.sin(turn)) * 15]
  const hand = (turn: number): [number, number] => [
    4 + Math.cos(turn) * 15,
    -32 - bob - Math.max(0, Math.cos(turn)) * 9,
  ]
  const hands: Pose['hands'] = [hand(-phase), hand(-phase + Math.PI)]
  return { lean: 0.26, hip: [-1, -24 - bob], feet: [foot(-phase + Math.PI), foot(-phase)], hands, wind: 1 }
}

function drawFigure(ctx: CanvasRenderingContext2D, pose: Pose, time: number, palette: Palette): void {
  const [hipX, hipY] = pose.hip
  const up = (far: number, aside = 0): [number, number] => [
    hipX + Math.sin(pose.lean) * far + Math.cos(pose.lean) * aside,
    hipY - Math.cos(pose.lean) * far + Math.sin(pose.lean) * aside,
  ]
  const neck = up(21)
  const shoulder = up(18)
  const head = up(29, 2)
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  drawLimb(ctx, shoulder, pose.hands[0], 10.5, -1, 5.5, COAT_BACK)
  drawLimb(ctx, pose.hip, pose.feet[0], 14, 1, 7, TROUSERS_BACK)
  drawShoe(ctx, pose.feet[0], '#6f4327')
  drawScarf(ctx, neck, pose.wind, time)
  drawBag(ctx, up(6, -9), pose.lean, palette)
  ctx.strokeStyle = COAT
  ctx.lineWidth = 14
  line(ctx, up(1), up(17))
  drawLimb(ctx, pose.hip, pose.feet[1], 14, 1, 7.5, TROUSERS)
  drawShoe(ctx, pose.feet[1], '#8d5833')
  ctx.strokeStyle = PAINT.leather
  ctx.lineWidth = 2.6
  line(ctx, up(17, 4), up(4, -7))
  drawLimb(ctx, shoulder, pose.hands[1], 10.5, -1, 6, COAT)
  ctx.fillStyle = SKIN
  dot(ctx, pose.hands[1], 3.2)
  ctx.strokeStyle = PAINT.coral
  ctx.lineWidth = 6.5
  line(ctx, up(20, -3.5), up(20.5, 4))
  drawHead(ctx, head, pose.lean)
}

/** Draws two bones from `from` to `to`, bent to one side so that they keep their length. */
function drawLimb(
  ctx: CanvasRenderingContext2D,
  from: [number, number],
  to: [number, number],
  bone: number,
  bend: number,
  width: number,
  colour: string,
): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const far = Math.max(0.01, Math.hypot(dx, dy))
  const out = Math.sqrt(Math.max(0, bone * bone - (far / 2) ** 2)) * bend
  ctx.strokeStyle = colour
  ctx.lineWidth = width
  ctx.beginPath()
  ctx.moveTo(from[0], from[1])
  ctx.lineTo(from[0] + dx / 2 + (dy / far) * out, from[1] + dy / 2 - (dx / far) * out)
  ctx.lineTo(to[0], to[1])
  ctx.stroke()
}

function drawShoe(ctx: CanvasRenderingContext2D, [x, y]: [number, number], colour: string): void {
  ctx.strokeStyle = colour
  ctx.lineWidth = 6
  line(ctx, [x - 1, y - 2.5], [x + 6, y - 2.5])
}

function drawScarf(ctx: CanvasRenderingContext2D, [x, y]: [number, number], wind: number, time: number): void {
  for (const [tail, long] of [
    [0, 34],
    [1, 25],
  ] as const) {
    ctx.strokeStyle = tail === 0 ? PAINT.coral : '#d94f34'
    ctx.lineWidth = 5.5 - tail
    ctx.beginPath()
    ctx.moveTo(x, y)
    for (let part = 1; part <= 8; part += 1) {
      const away = (part / 8) * long * wind
      const sag = (1 - wind) * part * 2
      ctx.lineTo(x - away, y + sag + Math.sin(time * 13 - part * 0.85 + tail * 1.4) * part * 0.62 + tail * part * 0.5)
    }
    ctx.stroke()
  }
}

function drawBag(ctx: CanvasRenderingContext2D, [x, y]: [number, number], lean: number, palette: Palette): void {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(lean)
  ctx.fillStyle = PAINT.leather
  ctx.beginPath()
  ctx.roundRect(-9, -8, 17, 17, 5)
  ctx.fill()
  ctx.fillStyle = PAINT.amber
  dot(ctx, [-1, 0], 5)
  ctx.fillStyle = palette.wall
  dot(ctx, [-1, 0], 1.7)
  ctx.restore()
}

function drawHead(ctx: CanvasRenderingContext2D, [x, y]: [number, number], lean: number): void {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(lean * 0.35)
  ctx.fillStyle = SKIN
  dot(ctx, [0, 0], 8)
  dot(ctx, [7.4, 2], 2)
  ctx.fillStyle = '#3a2a22'
  ctx.beginPath()
  ctx.arc(-1.4, -0.5, 8.2, Math.PI * 0.62, Math.PI * 1.4)
  ctx.fill()
  dot(ctx, [4.2, 0.4], 1.2)
  // The flat cap, with its peak forward.
  ctx.fillStyle = '#37506b'
  ctx.beginPath()
  ctx.ellipse(-0.8, -4.6, 9.6, 5.6, -0.08, Math.PI, Math.PI * 2)
  ctx.fill()
  ctx.beginPath()
  ctx.roundRect(-1, -6, 14, 3.4, 2)
  ctx.fill()
  ctx.restore()
}

function dot(ctx: CanvasRenderingContext2D, [x, y]: [number, number], radius: number): void {
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, Math.PI * 2)
  ctx.fill()
}

function line(ctx: CanvasRenderingContext2D, from: [number, number], to: [number, number]): void {
  ctx.beginPath()
  ctx.moveTo(from[0], from[1])
  ctx.lineTo(to[0], to[1])
  ctx.stroke()
}
