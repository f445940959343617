// The short game restarts as soon as the bird hits a wall: this counts the gaps and shows the result.
const GROUND = -9
const HOVER = 3
let bird, isDown, isWaiting
let gapsBefore = 0

Player.prototype.collideWithObject = function () {
  isDown = true
  return true
}

/** Until the first flap the bird hovers and the town stands still. */
const pass = Wall.prototype.update
Wall.prototype.update = function () {
  if (!isWaiting) pass.call(this)
}

const fly = Player.prototype.update
Player.prototype.update = function () {
  if (isWaiting) {
    this.pos.y = HOVER + Math.sin(time * 4) * 0.35
    if (!mouseWasPressed(0) && !keyWasPressed('Space')) return
    isWaiting = false
  }
  const before = this.velocity.y
  fly.call(this)
  if (this.velocity.y - before > 0.1) stage.sound('flap')
}

/** Draws a tower at dusk: lit windows, and a lamp where the gap begins. */
Wall.prototype.render = function () {
  const { pos, size } = this
  const isUpper = pos.y > 0
  const edge = isUpper ? pos.y - size.y / 2 : pos.y + size.y / 2
  const inward = isUpper ? 1 : -1
  drawRect(pos, size, hsl(0.62, 0.32, 0.2))
  drawRect(pos.add(vec2(-1.2, 0)), vec2(0.6, size.y), hsl(0.62, 0.3, 0.26))
  for (let row = 0; row < 16; row++) {
    for (const column of [-0.55, 0.3, 1.05]) {
      const isLit = (row * 7 + Math.round(size.y + edge * 10) + column * 20) % 5 < 2
      const at = vec2(pos.x + column, edge + inward * (1.6 + row * 1.3))
      drawRect(at, vec2(0.42, 0.65), isLit ? hsl(0.11, 1, 0.68) : hsl(0.62, 0.3, 0.14))
    }
  }
  drawRect(vec2(pos.x, edge + inward * 0.3), vec2(3.5, 0.6), hsl(0.1, 0.75, 0.42))
  for (let bulb = -1.4; bulb < 1.5; bulb += 0.56) {
    drawCircle(vec2(pos.x + bulb, edge + inward * 0.3), 0.24, hsl(0.12, 1, 0.8))
  }
}

const drawBird = { body: hsl(0.12, 1, 0.6), wing: hsl(0.09, 0.95, 0.48), beak: hsl(0.04, 1, 0.58) }
Player.prototype.render = function () {
  const beat = clamp(this.velocity.y * 3, -0.5, 0.6)
  drawEllipse(this.pos, vec2(1, 0.82), drawBird.body, this.angle)
  const on = (x, y) => this.pos.add(vec2(x, y).rotate(this.angle))
  drawPoly([on(0.7, 0.2), on(1.5, -0.08), on(0.7, -0.34)], drawBird.beak)
  drawEllipse(on(-0.25, -0.05 - beat * 0.3), vec2(0.55, 0.3 + abs(beat) * 0.4), drawBird.wing, this.angle + beat)
  drawCircle(on(0.42, 0.3), 0.42, WHITE)
  drawCircle(on(0.5, 0.3), 0.2, hsl(0.6, 0.5, 0.1))
}

/** The extra height of a gap over the short game's five: easy at first, narrow from the fortieth on. */
function extraHeight(gap) {
  return Math.max(0, 2.4 - gap * 0.12) - clamp((gap - 40) * 0.02, 0, 0.7)
}

function newFlight() {
  engineObjectsDestroy()
  gameInit()
  isDown = false
  isWaiting = true
  bird = engineObjects.find((object) => object instanceof Player)
  bird.pos.y = HOVER
  const uppers = engineObjects.filter((object) => object instanceof Wall && object.pos.y > 0)
  uppers.toSorted((one, other) => one.pos.x - other.pos.x).forEach((wall, gap) => (wall.pos.y += extraHeight(gap)))
}

/** Walls only move left, so every pair behind the bird is a gap passed. */
function gapsPassed() {
  return engineObjects.filter((object) => object instanceof Wall && object.pos.x + 1.5 < bird.pos.x).length / 2
}

function endFlight(gaps) {
  stage.sound('crash')
  const best = stage.best(gaps)
  const text = gaps && gaps === best ? 'No flight of yours was longer.' : `Your best is ${best}.`
  stage.show(gaps === 1 ? '1 gap' : `${gaps} gaps`, text, 'Fly again', newFlight)
}

function drawTown() {
  drawRectGradient(vec2(cameraPos.x, 3), vec2(60, 60), hsl(0.66, 0.5, 0.2), hsl(0.05, 0.75, 0.62))
  drawCircle(vec2(cameraPos.x + 4, 3), 5, hsl(0.1, 1, 0.74))
  for (const [speed, height, color] of [
    [0.6, 5, hsl(0.7, 0.28, 0.38)],
    [1.4, 3, hsl(0.66, 0.3, 0.28)],
  ]) {
    for (let i = 0; i < 20; i++) {
      const x = mod(i * 3 - time * speed, 60) - 30 + cameraPos.x
      const tall = height + ((i * 37) % 7) * 0.8
      drawRect(vec2(x, GROUND + tall / 2), vec2(2.7, tall), color)
    }
  }
}

function drawGround() {
  drawRect(vec2(cameraPos.x, GROUND - 12), vec2(60, 24), hsl(0.62, 0.35, 0.11))
  drawRect(vec2(cameraPos.x, GROUND), vec2(60, 0.35), hsl(0.1, 0.75, 0.42))
}

stage.start({
  acrossTall: 18,
  // The bird flies at x = -7, which a tall screen shows a quarter from its left edge, with the ground at the bottom.
  onShape: ({ isTall, down }) => (cameraPos = isTall ? vec2(-2.5, down / 2 - 10.5) : vec2()),
  init() {
    newFlight()
    stage.show(
      'Gap Flapper',
      stage.words(
        'Space or a click flaps. Fly through the gaps and touch nothing.',
        'Tap to flap. Fly through the gaps and touch nothing.',
      ),
      'Fly',
      newFlight,
    )
  },
  updatePost() {
    const gaps = gapsPassed()
    if (gaps > gapsBefore) stage.sound('point', 1 + (gaps % 8) / 16)
    gapsBefore = gaps
    stage.figure('Gaps', gaps)
    stage.figure('Best', stage.best() ?? 0)
    if (isDown || bird.pos.y < GROUND + 0.5 || bird.pos.y > 14) endFlight(gaps)
  },
  render: drawTown,
  renderPost: drawGround,
})
