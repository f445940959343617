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

const drawShip = Player.prototype.render
Player.prototype.render = function () {
  if (this.isBurning) {
    const flame = [vec2(-0.3, -0.8), vec2(0.3, -0.8), vec2(0, -1.5 - rand(0.7))]
    drawPoly(flame, rgb(1, rand(0.5, 0.8), 0.15), 0, BLACK, this.pos, this.angle)
  }
  drawShip.call(this)
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

function drawStars() {
  for (let i = 1; i < 160; i++) {
    const size = 0.03 + (i % 7) * 0.012
    drawRect(vec2(mod(i ** 2.1, 32) - 16, mod(i ** 3.1, 18) - 9), vec2(size), rgb(1, 1, 1, 0.25 + (i % 5) * 0.15))
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
    const text = 'Up burns the engine, left and right tilt. Touch down slow and upright, and save fuel.'
    stage.show('Soft Landing', text, 'Descend', newFlight)
  },
  updatePost() {
    stage.figure('Score', score)
    stage.figure('Fuel', `${max(0, Math.ceil(fuel))} %`)
    stage.figure('Speed', Math.round(lander.getSpeed() * 1000))
    stage.figure('Best', stage.best() ?? 0)
    endDescent()
  },
  render: drawStars,
})
