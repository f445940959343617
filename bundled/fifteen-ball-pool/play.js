// The short game is a table without rules: this styles it, aims by mouse, finger or keys, shows where the cue ball will
// meet another, counts the shots and detects a cleared table.
const COLOURS = [0.13, 0.61, 0, 0.77, 0.07, 0.38, 0.97]
const TURN = 0.02
const HALF = vec2(13, 6.5)
let shots, sunkCues, isAiming
/** Where a finger touched down, from where it pulls the cue back. */
let pulledFrom = null
const hasFinger = matchMedia('(pointer: coarse)').matches
/** A shorter pull does not shoot. */
const SHORTEST_PULL = 0.8
let aim = vec2(5, 0)

const enamel = (number) =>
  number === 8
    ? hsl(0, 0, 0.09)
    : hsl(COLOURS[(number - 1) % 8], number % 8 === 7 ? 0.6 : 0.85, number % 8 === 7 ? 0.32 : 0.48)

Ball.prototype.update = function () {
  if (this === cueBall) followAim()
  if (this.pocketed) {
    stage.sound(this === cueBall ? 'lose' : 'point')
    this.destroy()
  }
}

Ball.prototype.getHitOffset = () => aim.copy()

Ball.prototype.render = function () {
  const { pos, number } = this
  drawCircle(pos.add(vec2(0.1, -0.14).rotate(-cameraAngle)), 1.04, rgb(0, 0, 0, 0.3))
  drawCircle(pos, 1, number > 8 || !number ? hsl(0.12, 0.3, 0.95) : enamel(number))
  if (number > 8) {
    const band = [-30, -15, 0, 15, 30, 150, 165, 180, 195, 210].map((degrees) =>
      vec2(Math.cos((degrees * PI) / 180), Math.sin((degrees * PI) / 180)).scale(0.5),
    )
    drawPoly(band, enamel(number), 0, BLACK, pos, cameraAngle)
  }
  if (number) {
    drawCircle(pos, 0.52, hsl(0.12, 0.3, 0.97))
    drawText(number, pos, 0.42, BLACK, 0, undefined, 'center', undefined, 'bold', undefined, cameraAngle)
  }
  drawCircle(pos.add(vec2(-0.17, 0.2).rotate(-cameraAngle)), 0.16, rgb(1, 1, 1, 0.75))
}

function followAim() {
  if (!cueBall.canHit()) {
    isAiming = false
    pulledFrom = null
    return
  }
  if (hasFinger) pullCue()
  else pointCue()
  const keys = keyDirection()
  if (keys.x || keys.y) {
    const length = clamp(aim.length() + keys.y * 0.08, 0.5, maxHitDistance)
    aim = aim.rotate(keys.x * TURN * (keyIsDown('ShiftLeft') ? 0.2 : 1)).normalize(length)
  }
  if (keyWasPressed('Space')) shoot()
}

/** The mouse points from the cue ball to its target: a press aims, and releasing it shoots. */
function pointCue() {
  if (mouseDelta.length() > 0 || mouseWasPressed(0)) {
    const towards = mousePos.subtract(cueBall.pos)
    if (towards.length() > 0.3) aim = towards.normalize(clamp(towards.length(), 0.5, maxHitDistance))
  }
  isAiming ||= mouseWasPressed(0)
  if (isAiming && mouseWasReleased(0)) shoot()
}

/**
 * A finger anywhere pulls the cue back, and the ball goes the opposite way. Returning to the start cancels the shot.
 */
function pullCue() {
  if (mouseWasPressed(0)) pulledFrom = mousePos.copy()
  if (!pulledFrom) return
  const pull = pulledFrom.subtract(mousePos)
  isAiming = pull.length() > SHORTEST_PULL
  if (isAiming) aim = pull.normalize(clamp(pull.length(), 0.5, maxHitDistance))
  if (!mouseWasReleased(0)) return
  pulledFrom = null
  if (isAiming) shoot()
}

function shoot() {
  isAiming = false
  cueBall.applyAcceleration(aim.scale(8))
  hitSound.play(cueBall.pos, cueBall.getHitStrength(), 0.5)
  shots++
}

function balls() {
  return engineObjects.filter((object) => object instanceof Ball && !object.destroyed)
}

function rackUp() {
  for (const ball of balls()) ball.destroy()
  let number = 1
  for (let i = 5; i--;) for (let j = i + 1; j--;) new Ball(vec2(6 + i * 0.9, j - i / 2), number++)
  cueBall = new Ball(vec2(-6, 0))
  aim = vec2(5, 0)
  shots = sunkCues = 0
  isAiming = false
}

/** The distance that the cue ball rolls along `way` to its first ball, and that ball. */
function firstMeeting(way) {
  const reach = min(
    way.x ? (Math.sign(way.x) * HALF.x - cueBall.pos.x) / way.x : Infinity,
    way.y ? (Math.sign(way.y) * HALF.y - cueBall.pos.y) / way.y : Infinity,
  )
  let found = { distance: reach, ball: null }
  for (const ball of balls()) {
    const to = ball.pos.subtract(cueBall.pos)
    const along = to.dot(way)
    const aside = to.lengthSquared() - along ** 2
    if (ball === cueBall || along <= 0 || aside >= 1) continue
    const distance = along - Math.sqrt(1 - aside)
    if (distance < found.distance) found = { distance, ball }
  }
  return found
}

function drawTable() {
  drawRect(vec2(), vec2(70), hsl(0.58, 0.4, 0.07))
  drawRect(vec2(), vec2(30.4, 17.4), hsl(0.06, 0.5, 0.2))
  drawRect(vec2(), vec2(29.8, 16.8), hsl(0.07, 0.5, 0.28))
  drawRect(vec2(), vec2(27.9, 14.9), hsl(0.42, 0.6, 0.19))
  drawRectGradient(vec2(), vec2(27, 14), hsl(0.42, 0.55, 0.34), hsl(0.43, 0.6, 0.27))
  drawLine(vec2(-6.75, -7), vec2(-6.75, 7), 0.05, rgb(1, 1, 1, 0.22))
  for (let i = -3; i <= 3; i++) {
    for (const side of [-1, 1]) if (i) drawRect(vec2(i * 3.37, side * 7.9), vec2(0.24), hsl(0.11, 0.9, 0.75), PI / 4)
  }
  for (const x of [-14.4, 14.4])
    for (const y of [-3.5, 0, 3.5]) drawRect(vec2(x, y), vec2(0.24), hsl(0.11, 0.9, 0.75), PI / 4)
}

function drawAim() {
  if (!cueBall.canHit() || stage.isShowing()) return
  const way = aim.normalize()
  const { distance, ball } = firstMeeting(way)
  const meeting = cueBall.pos.add(way.scale(distance))
  drawLine(cueBall.pos.add(way.scale(0.6)), meeting, 0.06, rgb(1, 1, 1, 0.5))
  drawCircle(meeting, 1, rgb(1, 1, 1, 0.12), 0.06, rgb(1, 1, 1, 0.6))
  if (ball) drawLine(ball.pos, ball.pos.add(ball.pos.subtract(meeting).normalize(2)), 0.08, hsl(0.12, 1, 0.7, 0.8))
  const strength = aim.length() / maxHitDistance
  const tip = cueBall.pos.subtract(way.scale(0.8 + strength * 1.6))
  drawLine(tip, tip.subtract(way.scale(9)), 0.22, hsl(0.09, 0.55, 0.6))
  drawLine(tip, tip.subtract(way.scale(0.3)), 0.2, hsl(0.58, 0.7, 0.75))
  drawLine(tip.subtract(way.scale(5.5)), tip.subtract(way.scale(9)), 0.3, hsl(0.02, 0.6, 0.25))
}

function showFigures() {
  stage.figure('Balls left', balls().length - 1)
  stage.figure('Shots', shots + sunkCues)
  stage.figure('Best', stage.best() ?? '–')
}

/** The share of a tall frame taken by figures and buttons, above the table. */
const barShare = () => document.querySelector('.stage-bar').offsetHeight / innerHeight

stage.button('New rack', rackUp)
stage.start({
  across: 32,
  // Turn the table upright.
  acrossTall: (shape) => max(17.6, 31 / (1 - barShare()) / shape),
  onShape({ isTall, down }) {
    cameraAngle = isTall ? PI / 2 : 0
    cameraPos = vec2(isTall ? (barShare() * down) / 2 : 0, 0)
  },
  async init() {
    await gameInit()
    for (const object of engineObjects)
      if (!(object instanceof Ball) && !(object instanceof Pocket)) object.render = () => {}
    rackUp()
    showFigures()
    const text = stage.words(
      'Aim with the mouse or ← and →; click or press space to shoot. Farther from the white ball is harder.',
      'Put a finger anywhere and pull it back like a cue: farther is harder. Let go to shoot. To aim again, go back to where you began.',
    )
    stage.show('Fifteen Ball Pool', text, 'Break', rackUp)
  },
  updatePost() {
    if (cueBall.destroyed) {
      cueBall = new Ball(vec2(-6, 0))
      sunkCues++
    }
    const left = balls().length - 1
    const total = shots + sunkCues
    showFigures()
    if (left) return
    const best = stage.best(total, true)
    stage.sound('win')
    const text = total === best ? 'You have never needed fewer.' : `Your best is ${best} shots.`
    stage.show(`Cleared in ${total} shots`, text, 'New rack', rackUp)
  },
  render: drawTable,
  renderPost: drawAim,
})
