// Pong for one in a hall of lamps: the ball lights what it touches, and lighting all lamps leads to the next hall,
// which has bumpers, lamps that go out again, or a second ball.
const LAMP = 2
const RADIUS = 0.42
const PADDLE_Y = 1
const SCALE = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2, 9 / 4, 5 / 2]
const AMBER = hsl(0.11, 1, 0.6)
/** Units around the court: a rim at the sides, the figures above and the paddle's floor below. */
const AROUND = vec2(2, 3.4)
let court, room, view
let lamps = []
let bumpers = []
let pongBalls = []
let score, hall, lives, combo, shake, bannerUntil
let paddleX
let isUsingKeys = false

const rules = (level) => ({
  bumpers: [0, 1, 2, 1, 3, 2, 4][min(level - 1, 6)],
  isMoving: level >= 4,
  goesOutAfter: level >= 3 ? max(18, 44 - level * 3) : Infinity,
  balls: level % 3 === 0 ? 2 : 1,
  speed: min(0.3 + level * 0.018, 0.44),
})

const paddleWidth = () => max(3.2, (court.x > 20 ? 5.4 : 4.4) - hall * 0.15)

function newGame() {
  score = 0
  hall = 1
  lives = 3
  paddleX = (room.x - AROUND.x) / 2
  openHall()
}

function openHall() {
  court = room.subtract(AROUND)
  fitHall()
  lamps = []
  const across = Math.round(court.x / LAMP)
  const down = Math.floor((court.y - 4) / LAMP)
  for (let i = 0; i < down; i++) lamps.push(lampAt(vec2(0, court.y - (i + 0.5) * LAMP), 'left'))
  for (let i = 0; i < across; i++) lamps.push(lampAt(vec2((i + 0.5) * (court.x / across), court.y), 'top'))
  for (let i = down; i--;) lamps.push(lampAt(vec2(court.x, court.y - (i + 0.5) * LAMP), 'right'))
  const count = rules(hall).bumpers
  bumpers = Array.from({ length: count }, (_, at) => ({
    home: vec2((court.x * (at + 1)) / (count + 1), court.y * (0.56 + (at % 2) * 0.16)),
    pos: vec2(),
    hitTime: -9,
  }))
  moveBumpers()
  bannerUntil = time + 2.2
  serveAll()
}

/**
 * A hall in progress keeps its shape when the phone is turned, and is shown whole; the next one takes the frame's
 * shape.
 */
function fitHall() {
  const seen = court.add(AROUND)
  const shrunk = max(seen.x / room.x, seen.y / room.y)
  view = room.scale(shrunk)
  setCameraScale(canvasFixedSize.x / view.x)
}

const lampAt = (pos, side) => ({ pos, side, litUntil: 0, litAt: -9 })

function serveAll() {
  pongBalls = []
  for (let i = 0; i < rules(hall).balls; i++) pongBalls.push(newBall(0.9 + i * 2))
}

/** Creates a ball that waits on the paddle until a press, or until its time is up. */
function newBall(seconds) {
  combo = 0
  return { pos: vec2(paddleX, PADDLE_Y + 0.72), velocity: vec2(), trail: [], serveAt: time + seconds + 1 }
}

function update() {
  // A late frame runs several steps: skip those after the end of the hall.
  if (stage.isShowing()) return
  movePaddle()
  moveBumpers()
  shake *= 0.86
  for (const ball of pongBalls) {
    if (ball.serveAt) waitOnPaddle(ball)
    else for (let step = 0; step < 2; step++) moveBall(ball)
    ball.trail.unshift(ball.pos.copy())
    ball.trail.length = min(ball.trail.length, 16)
  }
  pongBalls = pongBalls.filter(({ pos }) => pos.y > -3)
  if (!pongBalls.length) loseBall()
}

function movePaddle() {
  const direction = keyDirection().x
  if (mouseDelta.length() > 0 || mouseWasPressed(0)) isUsingKeys = false
  if (direction) isUsingKeys = true
  if (isUsingKeys) paddleX += direction * 0.62
  else if (mouseWasPressed(0) || mouseDelta.length() > 0) paddleX = mousePos.x
  paddleX = clamp(paddleX, paddleWidth() / 2, court.x - paddleWidth() / 2)
}

function moveBumpers() {
  for (const [at, bumper] of bumpers.entries()) {
    const sway = rules(hall).isMoving ? Math.sin(time * 0.9 + at * 2) * min(3, court.x / 8) : 0
    bumper.pos = bumper.home.add(vec2(sway, 0))
  }
}

function waitOnPaddle(ball) {
  ball.pos = vec2(paddleX, PADDLE_Y + RADIUS + 0.3)
  if (time < ball.serveAt && !keyWasPressed('Space') && !mouseWasPressed(0)) return
  ball.serveAt = 0
  ball.velocity = vec2().setAngle(rand(0.25, 0.6) * randSign(), rules(hall).speed)
  stage.sound('bounce', 1.2)
}

function moveBall(ball) {
  ball.pos = ball.pos.add(ball.velocity.scale(0.5))
  const { pos, velocity } = ball
  if (pos.x < RADIUS && velocity.x < 0) touchWall(ball, 'left')
  if (pos.x > court.x - RADIUS && velocity.x > 0) touchWall(ball, 'right')
  if (pos.y > court.y - RADIUS && velocity.y > 0) touchWall(ball, 'top')
  const isOverPaddle = abs(pos.x - paddleX) < paddleWidth() / 2 + RADIUS * 0.7
  if (velocity.y < 0 && pos.y < PADDLE_Y + RADIUS + 0.25 && pos.y > PADDLE_Y - 0.5 && isOverPaddle) hitBack(ball)
  for (const bumper of bumpers) if (pos.distance(bumper.pos) < RADIUS + 1) bounceOff(ball, bumper)
}

/** The middle of the paddle sends the ball straight up, its edges send it wide. */
function hitBack(ball) {
  const offset = clamp((ball.pos.x - paddleX) / (paddleWidth() / 2), -1, 1)
  const speed = min(ball.velocity.length() * 1.015, rules(hall).speed + 0.16)
  ball.velocity = vec2().setAngle(offset * 1.1 + rand(-0.03, 0.03), speed)
  combo = 0
  stage.sound('bounce')
  sparks(vec2(ball.pos.x, PADDLE_Y + 0.3), AMBER, 30)
}

function bounceOff(ball, bumper) {
  const away = ball.pos.subtract(bumper.pos).normalize()
  if (ball.velocity.dot(away) > 0) return
  ball.velocity = ball.velocity.subtract(away.scale(2 * ball.velocity.dot(away)))
  // Never so flat that the ball takes forever to return.
  if (abs(ball.velocity.y) < 0.05) ball.velocity.y = 0.05 * (sign(ball.velocity.y) || 1)
  bumper.hitTime = time
  score += 5
  stage.sound('hit')
}

function touchWall(ball, side) {
  if (side === 'top') ball.velocity.y *= -1
  else ball.velocity.x *= -1
  const along = side === 'top' ? 'x' : 'y'
  const reach = combo >= 2 ? LAMP * 1.5 : LAMP * 0.8
  const near = lamps.filter((lamp) => lamp.side === side && abs(lamp.pos[along] - ball.pos[along]) < reach)
  const fresh = near.filter(({ litUntil }) => litUntil < time)
  for (const lamp of near) lamp.litUntil = time + rules(hall).goesOutAfter
  if (!fresh.length) return stage.sound('tick')
  combo++
  for (const lamp of fresh) {
    lamp.litAt = time
    sparks(lamp.pos, AMBER, 60)
  }
  score += fresh.length * 10 * combo
  stage.sound('point', SCALE[min(combo - 1, 7)])
  if (lamps.every(({ litUntil }) => litUntil >= time)) winHall()
}

function winHall() {
  const bonus = hall * 100
  score += bonus
  lives = min(5, lives + 1)
  showFigures()
  hall++
  stage.sound('win')
  stage.show(`Hall ${hall - 1} is lit`, `${bonus} points and a ball for you. ${nextIs()}`, `Hall ${hall}`, openHall)
}

function nextIs() {
  const { bumpers: count, balls, goesOutAfter } = rules(hall)
  if (balls > 1) return 'The next hall is played with two balls.'
  if (goesOutAfter < Infinity) return `In the next hall lamps go out again after ${goesOutAfter} seconds.`
  return count === 1 ? 'A bumper stands in the next hall.' : `${count} bumpers stand in the next hall.`
}

function loseBall() {
  lives--
  shake = 0.5
  stage.sound('land')
  if (lives > 0) {
    serveAll()
    return
  }
  stage.sound('lose')
  const best = stage.best(score)
  const text = score && score === best ? 'That is your best so far.' : `Your best is ${best}.`
  showFigures()
  stage.show(`${score} points`, `You came to hall ${hall}. ${text}`, 'Play again', newGame)
}

function sparks(pos, color, rate) {
  const end = color.scale(1, 0)
  const emitter = new ParticleEmitter(pos, 0, 0.3, 0.1, rate, PI, 0, color, WHITE, end, end, 0.5, 0.3, 0.05, 0.13, 0.05)
  emitter.damping = 0.94
  emitter.additive = true
}

function drawHall() {
  const middle = court.scale(0.5)
  const hue = (0.6 + hall * 0.11) % 1
  cameraPos = vec2(court.x / 2, view.y / 2 - 0.6).add(vec2(rand(-shake, shake), rand(-shake, shake)))
  drawRect(middle, vec2(200, 200), hsl(0.6, 0.45, 0.05))
  drawRectGradient(middle, court.add(vec2(1.6)), hsl(hue, 0.5, 0.25), hsl(hue, 0.55, 0.1))
  drawRectGradient(middle, court, hsl(hue, 0.5, 0.16), hsl(hue + 0.04, 0.55, 0.06))
  // Lamplight falls into the hall.
  for (const lamp of lamps) {
    if (lamp.litUntil < time) continue
    const fresh = max(0, 1 - (time - lamp.litAt) * 2)
    for (let ring = 1; ring <= 3; ring++)
      drawCircle(lamp.pos, ring * (1.9 + fresh), hsl(0.11, 1, 0.6, 0.07 + fresh * 0.08))
  }
  for (const lamp of lamps) drawLamp(lamp)
  for (const { pos, hitTime } of bumpers) {
    const glow = max(0, 1 - (time - hitTime) * 4)
    drawCircle(pos, 2.3 + glow * 0.5, hsl(hue + 0.45, 0.8, 0.55, 0.25))
    drawCircle(pos, 2, hsl(hue + 0.45, 0.75, 0.42 + glow * 0.3))
    drawCircle(pos, 1.35, hsl(hue + 0.45, 0.75, 0.6 + glow * 0.3))
    drawCircle(pos, 0.6, hsl(hue + 0.45, 0.7, 0.25))
  }
}

function drawLamp({ pos, litUntil, litAt }) {
  const left = litUntil - time
  const isLit = left >= 0 && (left > 4 || time % 0.4 < 0.25)
  const size = 0.95 + max(0, 0.5 - (time - litAt) * 1.5)
  drawCircle(pos, 1.2, hsl(0.6, 0.35, 0.08))
  drawCircle(pos, isLit ? size : 0.85, isLit ? AMBER : hsl(0.6, 0.2, 0.27))
  drawCircle(pos, isLit ? 0.5 : 0.32, isLit ? hsl(0.14, 1, 0.88) : hsl(0.6, 0.2, 0.36))
}

function drawPlayers() {
  for (const { pos, trail } of pongBalls) {
    trail.forEach((at, age) => drawCircle(at, RADIUS * 2 * (1 - age / 17), hsl(0.1, 1, 0.6, 0.4 - age / 40)))
    drawCircle(pos, RADIUS * 2, hsl(0.13, 1, 0.93))
  }
  const width = paddleWidth()
  const end = width / 2 - 0.25
  const bar = (y, color, thick) => {
    drawRect(vec2(paddleX, y), vec2(width - 0.5, thick), color)
    for (const side of [-1, 1]) drawCircle(vec2(paddleX + side * end, y), thick, color)
  }
  bar(PADDLE_Y - 0.12, hsl(0.09, 0.9, 0.35), 0.5)
  bar(PADDLE_Y, AMBER, 0.5)
  bar(PADDLE_Y + 0.12, hsl(0.13, 1, 0.78), 0.14)
  const seen = clamp(bannerUntil - time)
  if (seen && !stage.isShowing()) {
    drawText(
      `Hall ${hall}`,
      court.multiply(vec2(0.5, 0.45)),
      2.4,
      rgb(1, 1, 1, seen),
      0,
      undefined,
      'center',
      undefined,
      'bold',
    )
  }
}

function showFigures() {
  stage.figure('Score', score)
  stage.figure('Hall', hall)
  stage.figure('Balls', lives)
  stage.figure('Best', stage.best() ?? 0)
}

stage.start({
  across: 36,
  acrossTall: 18,
  onShape({ across, down }) {
    room = vec2(across, down)
    if (lamps.length) fitHall()
  },
  init() {
    shake = 0
    newGame()
    const text = stage.words(
      'Light every lamp of the hall with the ball. The mouse or ← and → move the paddle; its edges send the ball wide.',
      'Light every lamp of the hall with the ball. Drag to move the paddle; its edges send the ball wide.',
    )
    stage.show('Solo Pong', text, 'Serve', newGame)
  },
  update,
  updatePost: showFigures,
  render: drawHall,
  renderPost: drawPlayers,
})
