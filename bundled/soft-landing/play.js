// The short game is one fall with no end: this adds fuel, landings that count, and harder gravity after each.
const SETTLED_FRAMES = 40
let lander, fuel, score, landings, standing, crashTimer

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
  if (abs(this.pos.x) > 15.5) this.pos.x = -sign(this.pos.x) * 15.4
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
  lander.pos = vec2(rand(-11, 11), 6.5)
  lander.velocity = vec2(rand(0.02, 0.05) * randSign(), 0)
  engineObjects
    .filter((object) => object.mass === 0)
    .forEach((ground, at) => (ground.render = () => drawGround(ground, at)))
}

function endDescent() {
  if (crashTimer.elapsed()) {
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
    const won = 100 + Math.round(fuel)
    score += won
    stage.show(
      'Landed',
      `${won} points, ${Math.round(fuel)} of them for fuel left. The next moon pulls harder.`,
      'Next moon',
      newDescent,
    )
  }
}

/** A step of the moon: bare rock, and a lit edge where it can be stood on. */
function drawGround({ pos, size }, at) {
  const top = pos.y + size.y / 2
  const shade = 0.24 + ((at * 7) % 5) * 0.025
  drawRectGradient(
    vec2(pos.x, top - 10),
    vec2(size.x + 0.02, 20),
    hsl(0.64, 0.16, shade + 0.16),
    hsl(0.66, 0.25, shade - 0.14),
  )
  drawRect(vec2(pos.x, top - 0.09), vec2(size.x, 0.18), hsl(0.12, 0.35, 0.86))
  const [x, y] = [pos.x - 0.4 + (at % 3) * 0.4, top - 1.1 - (at % 4) * 0.7]
  drawEllipse(vec2(x, y), vec2(0.42, 0.26), hsl(0.66, 0.25, shade - 0.04))
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
  acrossTall: 31,
  // The ground stays at the foot of a tall screen.
  onShape: ({ isTall, down }) => (cameraPos = vec2(0, isTall ? down / 2 - 16 : 0)),
  init() {
    setCanvasClearColor(hsl(0.64, 0.4, 0.06))
    newFlight()
    const text = stage.words(
      'Touch down slow and upright: the speed must show ✓. ↑ burns the engine, ← and → tilt.',
      'Touch down slow and upright: the speed must show ✓. ▲ burns the engine, ⟲ and ⟳ tilt.',
    )
    stage.show('Soft Landing', text, 'Descend', newFlight)
  },
  updatePost() {
    stage.figure('Score', score)
    stage.figure('Fuel', `${max(0, Math.ceil(fuel))} %`)
    const speed = Math.round(lander.getSpeed() * 1000)
    stage.figure('Speed', `${speed} ${speed < 50 ? '✓' : ''}`)
    stage.figure('Best', stage.best() ?? 0)
    endDescent()
  },
  render: drawStars,
})
