// The short game is a car on an endless road: this puts a finish at 1,000 m, takes the time and rights the car.
const FINISH = 1000
let car, startTime, fallenTimer
let road = []

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
  car = new CarObject(pos)
  fallenTimer = new Timer()
}

function newDrive() {
  placeCar(vec2(0, -2))
  startTime = time
}

function rightCar() {
  placeCar(car.pos.y < -20 ? vec2(0, -2) : vec2(max(0, car.pos.x), 3))
}

function watchForFall() {
  const isFallen = Math.cos(car.angle) < 0.3 && car.getSpeed() < 3
  if (!isFallen) fallenTimer.unset()
  else if (!fallenTimer.isSet()) fallenTimer.set(1.5)
  if (fallenTimer.elapsed() || car.pos.y < -20 || keyWasPressed('KeyR')) rightCar()
}

/** The game draws the road as a bare line: this fills the ground under it. */
function drawGround() {
  const bottom = vec2(0, -14)
  for (let i = 1; i < road.length; i++) {
    const [from, to] = [road[i - 1], road[i]]
    if (to.x < cameraPos.x - 18 || from.x > cameraPos.x + 18) continue
    drawPoly([from, to, vec2(to.x + 0.05, bottom.y), vec2(from.x, bottom.y)], hsl(0.26, 0.35, 0.42))
  }
}

function drawRoadside() {
  drawGround()
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
  async init() {
    await gameInit()
    setCanvasClearColor(hsl(0.56, 0.6, 0.85))
    car = findCar()
    newDrive()
    const text =
      'Drive 1,000 metres of rough road as fast as you can. Right arrow or a press drives, left arrow brakes and backs up.'
    stage.show('Bumpy Ride', text, 'Drive', newDrive)
  },
  updatePost() {
    const seconds = Math.floor((time - startTime) * 10) / 10
    const best = stage.best()
    stage.figure('Time', `${seconds.toFixed(1)} s`)
    stage.figure('Distance', `${clamp(Math.floor(car.pos.x), 0, FINISH)} m`)
    stage.figure('Best', best === null ? '–' : `${best.toFixed(1)} s`)
    watchForFall()
    if (car.pos.x < FINISH) return
    const fastest = stage.best(seconds, true)
    const text = seconds === fastest ? 'You have never been faster.' : `Your best is ${fastest.toFixed(1)} s.`
    stage.show(`${seconds.toFixed(1)} seconds`, text, 'Drive again', newDrive)
  },
  render: drawRoadside,
})
