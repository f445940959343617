// The short game is one endless fall: this adds fuel, rockets, a pad, scored landings, and stronger gravity after each.
const SETTLED_FRAMES = 40
const ROCKETS = 3
let lander, fuel, score, landings, rockets, padX, standing, crashTimer
/** The x at which the lander wraps around to the other side. */
let edge = 15.5
let startHeight = 6.5

const turnAndThrust = Player.prototype.update
Player.prototype.update = function () {
  const { x, y } = keyDirection()
  this.isBurning = y !== 0 && fuel > 0
  if (this.isBurning) {
    fuel -= 0.12
    if (frame % 7 === 0) stage.sound('burn')
  }
  if (fuel > 0) turnAndThrust.call(this)
  else this.applyAngularAcceleration(x * 0.002)
  if (abs(this.pos.x) > edge) this.pos.x = -sign(this.pos.x) * (edge - 0.1)
}

const touchGround = Player.prototype.collideWithObject
Player.prototype.collideWithObject = function (ground) {
  if (this.destroyed) return true
  const isStanding = touchGround.call(this, ground)
  if (isStanding) standing++
  else {
    crashTimer.set(1.3)
    stage.sound('crash')
  }
  return isStanding
}

Player.prototype.render = function () {
  if (this.isBurning) {
    const flame = [vec2(-0.3, -0.8), vec2(0.3, -0.8), vec2(0, -1.5 - rand(0.7))]
    drawPoly(flame, rgb(1, rand(0.5, 0.8), 0.15), 0, BLACK, this.pos, this.angle)
  }
  const part = (points, color) => drawPoly(points, color, 0, BLACK, this.pos, this.angle)
  const steel = hsl(0.58, 0.12, 0.6)
  for (const side of [-1, 1]) {
    part([vec2(0.3 * side, -0.35), vec2(0.42 * side, -0.35), vec2(0.82 * side, -1), vec2(0.62 * side, -1)], steel)
  }
  part([vec2(-0.28, -0.85), vec2(0.28, -0.85), vec2(0.2, -0.6), vec2(-0.2, -0.6)], steel.lerp(BLACK, 0.4))
  part(
    [
      vec2(-0.45, -0.6),
      vec2(-0.5, 0.2),
      vec2(-0.3, 0.75),
      vec2(0, 1.05),
      vec2(0.3, 0.75),
      vec2(0.5, 0.2),
      vec2(0.45, -0.6),
    ],
    hsl(0.12, 0.25, 0.93),
  )
  part([vec2(-0.38, 0.6), vec2(0, 1.05), vec2(0.38, 0.6)], hsl(0.02, 0.9, 0.58))
  part([vec2(-0.47, -0.35), vec2(-0.48, -0.1), vec2(0.48, -0.1), vec2(0.47, -0.35)], hsl(0.02, 0.9, 0.58))
  drawCircle(this.pos.add(vec2(0, 0.25).rotate(this.angle)), 0.42, hsl(0.56, 0.7, 0.35), 0.08, steel)
}

function newFlight() {
  score = landings = 0
  rockets = ROCKETS
  newDescent()
}

function newDescent() {
  engineObjectsDestroy()
  gameInit()
  gravity.y = -0.001 * (1 + landings * 0.12)
  fuel = 100
  standing = 0
  crashTimer = new Timer()
  lander = engineObjects.find((object) => object instanceof Player)
  lander.pos = vec2(rand(-1, 1) * (edge - 4.5), startHeight)
  lander.velocity = vec2(rand(0.02, 0.05) * randSign(), 0)
  const steps = engineObjects.filter((object) => object.mass === 0)
  steps.forEach((ground, at) => (ground.render = () => drawGround(ground, at)))
  layPad(steps)
}

/** Levels two adjacent steps, where a landing counts double. */
function layPad(steps) {
  const inSight = steps.filter(({ pos }) => abs(pos.x + 1) < edge - 2)
  const left = inSight[randInt(inSight.length)]
  const right = steps.find(({ pos }) => pos.x === left.pos.x + 2)
  right.pos.y = left.pos.y
  padX = left.pos.x + 1
  for (const step of [left, right]) step.isPad = true
}

function isOnPad() {
  return abs(lander.pos.x - padX) < 2
}

function endDescent() {
  if (crashTimer.elapsed()) {
    rockets--
    if (rockets) {
      const left = rockets === 1 ? 'One rocket is left.' : `${rockets} rockets are left.`
      stage.show('Crashed', `Slower, and upright: the speed must show ✓. ${left}`, 'Next rocket', newDescent)
      return
    }
    const best = stage.best(score)
    const text = score && score === best ? 'That is your best so far.' : `Your best is ${best}.`
    stage.show(
      `${score} points`,
      `${landings === 1 ? '1 landing' : `${landings} landings`}. ${text}`,
      'Fly again',
      newFlight,
    )
  } else if (standing > SETTLED_FRAMES && lander.getSpeed() < 0.03) {
    landings++
    stage.sound('win')
    const won = (100 + Math.round(fuel)) * (isOnPad() ? 2 : 1)
    score += won
    const why = isOnPad() ? 'doubled on the pad' : `${Math.round(fuel)} of them for fuel left`
    stage.show('Landed', `${won} points, ${why}. The next moon pulls harder.`, 'Next moon', newDescent)
  }
}

/** Draws a step of the moon: bare rock, with a lit edge where landing is possible. */
function drawGround({ pos, size, isPad }, at) {
  const top = pos.y + size.y / 2
  const shade = 0.24 + ((at * 7) % 5) * 0.025
  drawRectGradient(
    vec2(pos.x, top - 10),
    vec2(size.x + 0.02, 20),
    hsl(0.64, 0.16, shade + 0.16),
    hsl(0.66, 0.25, shade - 0.14),
  )
  drawRect(vec2(pos.x, top - 0.09), vec2(size.x, 0.18), hsl(0.12, 0.35, 0.86))
  if (isPad) drawPad(pos.x, top)
  const [x, y] = [pos.x - 0.4 + (at % 3) * 0.4, top - 1.1 - (at % 4) * 0.7]
  drawEllipse(vec2(x, y), vec2(0.42, 0.26), hsl(0.66, 0.25, shade - 0.04))
}

/** Draws a lit deck with bulbs. */
function drawPad(x, top) {
  drawRect(vec2(x, top - 0.2), vec2(2.02, 0.4), hsl(0.1, 0.8, 0.45))
  for (let bulb = -0.75; bulb < 1; bulb += 0.5) {
    const isLit = Math.floor(time * 3 + bulb * 2) % 2 === 0
    drawCircle(vec2(x + bulb, top - 0.2), 0.24, isLit ? hsl(0.13, 1, 0.8) : hsl(0.1, 0.9, 0.3))
  }
  if (x > padX) drawText('×2', vec2(padX, top - 1.1), 0.9, hsl(0.13, 1, 0.7), 0, undefined, 'center', undefined, 'bold')
}

function drawStars() {
  drawRectGradient(cameraPos, vec2(60), hsl(0.68, 0.5, 0.05), hsl(0.64, 0.5, 0.22))
  drawCircle(vec2(9, 5), 4.2, hsl(0.57, 0.75, 0.5))
  drawEllipse(vec2(8.4, 5.6), vec2(1.1, 0.6), hsl(0.36, 0.45, 0.45), 0.4)
  drawEllipse(vec2(9.9, 4.2), vec2(0.8, 0.7), hsl(0.36, 0.45, 0.45), 1)
  drawEllipse(vec2(9.2, 6.6), vec2(1, 0.22), rgb(1, 1, 1, 0.7))
  for (let i = 1; i < 300; i++) {
    const size = 0.03 + (i % 7) * 0.012
    drawRect(vec2(mod(i ** 2.1, 32) - 16, mod(i ** 3.1, 44) - 9), vec2(size), rgb(1, 1, 1, 0.25 + (i % 5) * 0.15))
  }
}

stage.keys([
  { sign: '⟲', says: 'Tilt left', code: 'ArrowLeft' },
  { sign: '⟳', says: 'Tilt right', code: 'ArrowRight' },
  null,
  { sign: '▲', says: 'Engine', code: 'ArrowUp' },
])
stage.start({
  // Narrower than the wide one, so that the rocket stays visible.
  acrossTall: 22,
  // The ground stays at the bottom of a tall screen.
  onShape({ isTall, down }) {
    edge = isTall ? 11 : 15.5
    startHeight = isTall ? 11 : 6.5
    cameraPos = vec2(0, isTall ? down / 2 - 12 : 0)
  },
  init() {
    setCanvasClearColor(hsl(0.64, 0.4, 0.06))
    newFlight()
    const text = stage.words(
      'Touch down slow and upright: the speed must show ✓. ↑ burns the engine, ← and → tilt. The lit pad counts double.',
      'Touch down slow and upright: the speed must show ✓. ▲ burns the engine, ⟲ and ⟳ tilt. The lit pad counts double.',
    )
    stage.show('Soft Landing', text, 'Descend', newFlight)
  },
  updatePost() {
    // Before the figures, so that they match the card.
    endDescent()
    stage.figure('Score', score)
    stage.figure('Rockets', rockets)
    stage.figure('Fuel', `${max(0, Math.ceil(fuel))} %`)
    const speed = Math.round(lander.getSpeed() * 1000)
    stage.figure('Speed', `${speed} ${speed < 50 ? '✓' : ''}`)
    stage.figure('Best', stage.best() ?? 0)
  },
  render: drawStars,
})
