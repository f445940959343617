// The short game has neither score nor end: this counts the hits, speeds the ball up and takes a ball for each miss.
const bounceSound = new Sound([0.6, 0, 1e3, 0, 0.03, 0.02, 1, 2, 0, 0, 940, 0.03, 0, 0, 0, 0, 0.2, 0.6, 0, 0.06])
const missSound = new Sound([0.8, 0, 180, 0.02, 0.1, 0.2, 1, 1.5, -3])
const AMBER = rgb(1, 0.73, 0.22)
let hits, ballsLeft, lastVelocityY, keyX, isUsingKeys
let trail = []

function newRally() {
  hits = 0
  ballsLeft = 3
  lastVelocityY = 0
  isUsingKeys = false
  trail = []
  ball?.destroy()
  ball = undefined
}

function update() {
  const before = ball
  gameUpdate()
  if (before && ball !== before) missBall()
  movePaddle()
}

/** gameUpdate follows the mouse; whoever touches the arrow keys plays with them until the mouse moves. */
function movePaddle() {
  const direction = keyDirection().x
  if (mouseDelta.length() > 0) isUsingKeys = false
  if (direction && !isUsingKeys) {
    isUsingKeys = true
    keyX ??= 19
  }
  if (isUsingKeys) paddle.pos.x = keyX + direction * 0.6
  keyX = paddle.pos.x = clamp(paddle.pos.x, 3, 35)
}

function updatePost() {
  const velocity = ball.velocity
  if (lastVelocityY < 0 && velocity.y > 0 && ball.pos.y < 3) {
    hits++
    bounceSound.play()
    const offset = clamp((ball.pos.x - paddle.pos.x) / 3, -1, 1)
    ball.velocity = vec2().setAngle(offset * 0.85 + velocity.x, min(velocity.length() * 1.03, 0.62))
  }
  lastVelocityY = ball.velocity.y
  trail = [ball.pos.copy(), ...trail.slice(0, 15)]
  stage.figure('Hits', hits)
  stage.figure('Balls', ballsLeft)
  stage.figure('Best', stage.best() ?? 0)
}

function missBall() {
  ballsLeft--
  missSound.play()
  lastVelocityY = 0
  trail = []
  if (ballsLeft) return
  const best = stage.best(hits)
  stage.show(
    `${hits} hits`,
    hits && hits === best ? 'That is your best so far.' : `Your best is ${best}.`,
    'Play again',
    newRally,
  )
}

function render() {
  drawRect(cameraPos, vec2(38, 21), hsl(0.58, 0.4, 0.09))
  for (let x = 0.75; x < 38; x += 1.5) drawRect(vec2(x, 10.5), vec2(0.75, 0.08), hsl(0.58, 0.25, 0.25))
  trail.forEach((pos, age) => drawRect(pos, vec2(1 - age / 16), rgb(1, 0.73, 0.22, 0.5 - age / 32)))
}

stage.start({
  scale: 48,
  init() {
    gameInit()
    setCanvasFixedSize(vec2(1920, 1080))
    for (const wall of engineObjects) wall.color = hsl(0.58, 0.3, 0.26)
    paddle.color = AMBER
    newRally()
    const text =
      'Keep the ball up with the mouse, a finger or the arrow keys. Each hit makes it faster; three misses end it.'
    stage.show('Solo Pong', text, 'Serve', newRally)
  },
  update,
  updatePost,
  render,
})
