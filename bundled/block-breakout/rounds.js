// The game neither counts lost balls nor ends, and has one shape: this counts, ends it, and turns the field upright on
// a tall screen. It replaces random colours under television noise with those of the game's picture, and makes room for
// figures above the field.
import * as LJS from './dist/littlejs.esm.js'
// First, since its parts import one another.
import { ball, brickCount, levelSize, score } from './examples/breakout/game.js'
import { Ball, Brick, Paddle } from './examples/breakout/gameObjects.js'

const { rgb, vec2 } = LJS
const AROUND = rgb(0.043, 0.075, 0.114)
const FIELD = rgb(0.11, 0.165, 0.25)
const CREAM = rgb(0.95, 0.92, 0.83)
const RED = rgb(0.91, 0.35, 0.28)
const AMBER = rgb(0.95, 0.73, 0.22)
/** Brick colours, from the top row down. */
const ROWS = [RED, rgb(0.95, 0.53, 0.22), AMBER, rgb(0.34, 0.71, 0.44), rgb(0.2, 0.6, 0.62)]
/** Units left free above the field, for the figures. */
const ABOVE = 2.3
const ABOVE_UPRIGHT = 3.4

const isUpright = innerHeight > innerWidth
/** Canvas pixels per unit of the field, as in the game. */
const SCALE = 48
/** Below the lowest bricks, whose height the game fixes. */
const SERVED_FROM = 10
/** Where the call to serve is drawn. */
const CALLED_AT = 6
const { setCollision } = LJS.EngineObject.prototype
let balls = 0
let isInPlay = false
let bricksBefore = 0

// Seven columns of fifteen bricks, instead of fifteen of seven in the wide field.
if (isUpright) [levelSize.x, levelSize.y] = [20, 28]

Ball.prototype.setCollision = function () {
  setCollision.call(this)
  this.pos.y = SERVED_FROM
  this.color = CREAM
}

/** The paddle is created with each new game, after the game has set its canvas. */
Paddle.prototype.setCollision = function () {
  setCollision.call(this)
  const above = isUpright ? ABOVE_UPRIGHT : ABOVE
  const high = isUpright ? levelSize.y + above + 0.5 : 22.5
  if (isUpright) LJS.setCanvasFixedSize(vec2(levelSize.x + 1, high).scale(SCALE))
  LJS.setCameraPos(vec2(levelSize.x / 2, levelSize.y + above - high / 2))
  new Backdrop()
}

Paddle.prototype.render = function () {
  const { x, y } = this.size
  LJS.drawRect(this.pos, this.size, CREAM)
  for (const side of [-1, 1]) LJS.drawRect(this.pos.add(vec2((side * (x - 0.7)) / 2, 0)), vec2(0.7, y), RED)
}

Brick.prototype.setCollision = function () {
  setCollision.call(this)
  const rows = levelSize.y - 2 - 12 + 1
  this.color = ROWS[Math.floor(((levelSize.y - 2 - this.pos.y) * ROWS.length) / rows)]
}

/** Flat, as in the picture: a face with a lighter edge above and a darker one below. */
Brick.prototype.render = function () {
  LJS.drawRect(this.pos, vec2(1.86, 0.82), this.color.scale(0.78, 1))
  LJS.drawRect(this.pos.add(vec2(0, 0.06)), vec2(1.86, 0.7), this.color)
  LJS.drawRect(this.pos.add(vec2(0, 0.32)), vec2(1.86, 0.18), this.color.lerp(LJS.WHITE, 0.3))
}

/** Covers the game's grey, behind everything else. */
class Backdrop extends LJS.EngineObject {
  constructor() {
    super()
    this.renderOrder = -1e5
  }
  render() {
    LJS.drawRect(LJS.cameraPos, vec2(100), AROUND)
    LJS.drawRect(levelSize.scale(0.5), levelSize, FIELD)
  }
}

// Removes the game's shader. The method read here is called on a context below.
// oxlint-disable-next-line typescript/unbound-method
const { shaderSource } = WebGL2RenderingContext.prototype
WebGL2RenderingContext.prototype.shaderSource = function (shader, source) {
  const plain = 'void mainImage(out vec4 c, vec2 p) { c = texture(iChannel0, p / iResolution.xy); }'
  const isTelevision = source.includes('Simple TV Shader')
  const text = source.replace('void mainImage(', 'void television(').replace('void main(){', `${plain}\nvoid main(){`)
  shaderSource.call(this, shader, isTelevision ? text : source)
}

const drawText = LJS.FontImage.prototype.drawText
LJS.FontImage.prototype.drawText = function (text, at, size) {
  // The score is in the corner instead.
  if (text.startsWith('Score')) return
  const isCall = text.startsWith('Click')
  const words = isCall ? stage.words('Click to serve', 'Tap to serve') : text
  drawText.call(this, words, isCall ? vec2(levelSize.x / 2, CALLED_AT) : at, isCall ? 1.4 : size)
}

function watch() {
  if (brickCount > bricksBefore) balls = 0
  if (ball && !isInPlay) {
    balls++
    ball.trailEffect.colorStartA = ball.trailEffect.colorStartB = AMBER
  }
  isInPlay = Boolean(ball)
  stage.figure('Score', score ?? 0)
  stage.figure('Balls', balls)
  stage.figure('Best', stage.best() ?? '–')
  if (!brickCount && bricksBefore) {
    const fewest = stage.best(balls, true)
    const text = balls === fewest ? 'You have never needed fewer.' : `Your best is ${fewest}.`
    stage.sound('win')
    stage.show(balls === 1 ? 'Cleared with 1 ball' : `Cleared with ${balls} balls`, text, 'Play again', () =>
      stage.tapKey('KeyR'),
    )
  }
  bricksBefore = brickCount
  requestAnimationFrame(watch)
}

stage.listenToEveryPointer(LJS.setTouchInputEnable)
requestAnimationFrame(watch)
