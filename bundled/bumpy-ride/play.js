// The short game is a car on an endless road: this adds a finish at 1,000 m and lamps, times the drive and rights the
// car.
const FINISH = 1000
const MARK_METRES = 100
const LAMP_METRES = 25
/** Seconds that each lamp saves. */
const LAMP_SECONDS = 0.5
let car, startTime, fallenTimer
let marks = 0
let fallSpeed = 0
let across = 30
let road = []
let lamps = []
/** Seconds at each post, of this drive and of the best one. */
let splits = []
let bestSplits = savedSplits()

/** The stored times, or none if the value is invalid. */
function savedSplits() {
  try {
    const saved = JSON.parse(localStorage.getItem('splits'))
    return Array.isArray(saved) && saved.every(Number.isFinite) ? saved : []
  } catch {
    return []
  }
}

const layRoad = Box2dStaticObject.prototype.addEdgeList
Box2dStaticObject.prototype.addEdgeList = function (points, ...rest) {
  road = points
  return layRoad.call(this, points, ...rest)
}

function findCar() {
  return engineObjects.find((object) => object instanceof CarObject && !object.destroyed)
}

function placeCar(pos) {
  for (const wheel of car.wheels) wheel.destroy()
  car.destroy()
  makeCar(pos)
  fallenTimer = new Timer()
}

function makeCar(pos) {
  car = new CarObject(pos)
  for (const wheel of car.wheels) wheel.render = () => drawWheel(wheel)
}

function drawWheel({ pos, angle }) {
  drawCircle(pos, 2, hsl(0.6, 0.2, 0.14))
  drawCircle(pos, 1.15, hsl(0.58, 0.1, 0.72))
  for (let spoke = 0; spoke < 5; spoke++) {
    const rim = vec2().setAngle(angle + (spoke * 2 * PI) / 5, 0.36)
    drawCircle(pos.add(rim), 0.26, hsl(0.6, 0.2, 0.25))
  }
}

function newDrive() {
  placeCar(vec2(0, -2))
  startTime = time
  marks = 0
  splits = []
  lamps = []
  // Low lamps lie on the road; high ones need a jump from a crest.
  for (let x = LAMP_METRES; x < FINISH; x += LAMP_METRES) lamps.push(vec2(x, roadAt(x) + 2 + (x % 3) * 0.9))
}

function roadAt(x) {
  const at = road.findIndex((point) => point.x > x)
  if (at < 1) return 0
  const [from, to] = [road[at - 1], road[at]]
  return lerp(from.y, to.y, percent(x, from.x, to.x))
}

function driven() {
  const taken = FINISH / LAMP_METRES - 1 - lamps.length
  return max(0, time - startTime - taken * LAMP_SECONDS)
}

function collectLamps() {
  const left = lamps.filter((lamp) => abs(lamp.x - car.pos.x) > 3.8 || abs(lamp.y - car.pos.y) > 2.4)
  if (left.length < lamps.length) stage.sound('point', 1.4)
  lamps = left
}

function drawLamps() {
  for (const lamp of lamps) {
    if (abs(lamp.x - cameraPos.x) > 25) continue
    drawCircle(lamp, 1.7, hsl(0.12, 1, 0.7, 0.3))
    drawCircle(lamp, 0.95, hsl(0.12, 1, 0.72), 0.12, hsl(0.08, 0.9, 0.4))
    drawRect(lamp.add(vec2(0, -0.62)), vec2(0.4, 0.3), hsl(0.6, 0.2, 0.25))
  }
}

/** The difference to the best drive at the last post. */
function ahead() {
  const best = bestSplits[marks]
  if (!marks || best === undefined) return '–'
  const by = splits[marks] - best
  return `${by > 0 ? '+' : '−'}${abs(by).toFixed(1)} s`
}

function rightCar() {
  stage.sound('flap')
  placeCar(car.pos.y < -20 ? vec2(0, -2) : vec2(max(0, car.pos.x), 3))
}

function watchForFall() {
  const isFallen = Math.cos(car.angle) < 0.3 && car.getSpeed() < 3
  if (!isFallen) fallenTimer.unset()
  else if (!fallenTimer.isSet()) fallenTimer.set(1.5)
  if (fallenTimer.elapsed() || car.pos.y < -20 || keyWasPressed('KeyR')) rightCar()
}

/** Plays a sound on hard landings and at each post. */
function playRideSounds() {
  const speed = car.getLinearVelocity().y
  if (speed - fallSpeed > 6) stage.sound('land')
  fallSpeed = speed
  if (Math.floor(car.pos.x / MARK_METRES) <= marks) return
  marks++
  splits[marks] = driven()
  stage.sound('point')
}

/** Draws a body with a cabin and lamps around the box that the engine drives. */
CarObject.prototype.render = function () {
  const at = (x, y) => vec2(x, y)
  const part = (points, color) => drawPoly(points, color, 0, BLACK, this.pos, this.angle)
  part([at(-3.5, -0.9), at(3.5, -0.9), at(3.6, 0.2), at(3.1, 0.7), at(-3.2, 0.8), at(-3.6, 0.3)], hsl(0.02, 0.85, 0.55))
  part([at(-2.4, 0.7), at(-1.7, 1.9), at(0.9, 1.9), at(1.9, 0.7)], hsl(0.02, 0.7, 0.4))
  part([at(-2, 0.8), at(-1.5, 1.65), at(-0.5, 1.65), at(-0.5, 0.8)], hsl(0.56, 0.5, 0.82))
  part([at(-0.2, 0.8), at(-0.2, 1.65), at(0.75, 1.65), at(1.5, 0.8)], hsl(0.56, 0.5, 0.82))
  part([at(3.2, -0.2), at(3.6, -0.2), at(3.55, 0.35), at(3.2, 0.35)], hsl(0.12, 1, 0.75))
  part([at(-3.7, -0.9), at(3.7, -0.9), at(3.7, -0.6), at(-3.7, -0.6)], hsl(0.58, 0.25, 0.22))
}

function drawSky() {
  const size = vec2(80, 60)
  drawRectGradient(vec2(cameraPos.x, 6), size, hsl(0.08, 0.75, 0.66), hsl(0.1, 0.9, 0.86))
  drawCircle(vec2(cameraPos.x + 5, 4), 4, hsl(0.13, 1, 0.9))
  for (const [speed, height, color] of [
    [0.12, 2.6, hsl(0.07, 0.6, 0.62)],
    [0.28, 1.2, hsl(0.05, 0.48, 0.48)],
  ]) {
    const shift = cameraPos.x * (1 - speed)
    for (let i = -6; i <= 6; i++) {
      const x = Math.round((cameraPos.x * speed) / 9 + i) * 9
      const rise = height + Math.sin(x * 1.7) * 1.6
      const foot = -16
      drawPoly([vec2(x - 9 + shift, foot), vec2(x + shift, rise), vec2(x + 9 + shift, foot)], color)
    }
  }
}

/** The game draws the road as a bare line: this fills the ground under it. */
function drawGround() {
  const bottom = vec2(0, -40)
  for (let i = 1; i < road.length; i++) {
    const [from, to] = [road[i - 1], road[i]]
    if (to.x < cameraPos.x - 22 || from.x > cameraPos.x + 22) continue
    drawPoly([from, to, vec2(to.x + 0.05, bottom.y), vec2(from.x, bottom.y)], hsl(0.98, 0.25, 0.23))
    drawLine(from, to, 0.7, hsl(0, 0.3, 0.13))
  }
}

function drawRoadside() {
  drawSky()
  drawGround()
  drawLamps()
  for (let metres = Math.max(0, Math.floor((cameraPos.x - 20) / 100) * 100); metres < cameraPos.x + 20; metres += 100) {
    const isFinish = metres === FINISH
    drawRect(vec2(metres, -2), vec2(0.25, 14), hsl(0, 0, 0.35))
    drawRect(vec2(metres, 5), vec2(isFinish ? 5 : 3.2, 1.6), isFinish ? hsl(0.1, 1, 0.6) : hsl(0.58, 0.3, 0.25))
    drawText(isFinish ? 'FINISH' : metres, vec2(metres, 4.95), 1, isFinish ? BLACK : WHITE)
  }
}

stage.button('Reset car', rightCar)
stage.keys([
  { sign: '◀', says: 'Backwards', code: 'ArrowLeft' },
  null,
  { sign: '▶', says: 'Forwards', code: 'ArrowRight' },
])
stage.start({
  acrossTall: 20,
  onShape: (shape) => (across = shape.across),
  async init() {
    await gameInit()
    setCanvasClearColor(hsl(0.1, 0.9, 0.86))
    car = findCar()
    engineObjects.find((object) => object instanceof Box2dStaticObject).render = () => {}
    newDrive()
    const text = stage.words(
      'Drive 1,000 metres of rough road as fast as you can. → drives, ← brakes and backs up. Each lamp takes half a second off.',
      'Drive 1,000 metres of rough road as fast as you can. Hold ▶ to drive, ◀ to brake and back up. Each lamp takes half a second off.',
    )
    stage.show('Bumpy Ride', text, 'Drive', newDrive)
  },
  updatePost() {
    const seconds = Math.floor(driven() * 10) / 10
    const best = stage.best()
    stage.figure('Time', `${seconds.toFixed(1)} s`)
    stage.figure('Distance', `${clamp(Math.floor(car.pos.x), 0, FINISH)} m`)
    stage.figure('Best', best === null ? '–' : `${best.toFixed(1)} s`)
    stage.figure('To best', ahead())
    cameraPos.x = car.pos.x + across * 0.12
    collectLamps()
    playRideSounds()
    watchForFall()
    if (car.pos.x < FINISH) return
    stage.sound('win')
    const fastest = stage.best(seconds, true)
    if (seconds === fastest) {
      bestSplits = splits
      localStorage.setItem('splits', JSON.stringify(splits))
    }
    const text = seconds === fastest ? 'You have never been faster.' : `Your best is ${fastest.toFixed(1)} s.`
    stage.show(`${seconds.toFixed(1)} seconds`, text, 'Drive again', newDrive)
  },
  render: drawRoadside,
})
