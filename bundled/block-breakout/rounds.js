// The game neither counts the balls that a wall takes nor ends, and knows one shape: this counts, ends, and stands the
// field upright on a screen held upright.
import * as LJS from './dist/littlejs.esm.js'
// First, since its parts import each other.
import { ball, brickCount, levelSize, score } from './examples/breakout/game.js'
import { Ball, Paddle } from './examples/breakout/gameObjects.js'

const isUpright = innerHeight > innerWidth
/** Pixels of the canvas to a unit of the field, as the game has it. */
const SCALE = 48
/** Below the lowest bricks, whose height the game has fixed. */
const SERVED_FROM = 10
const { setCollision } = LJS.EngineObject.prototype
let balls = 0
let isInPlay = false
let bricksBefore = 0

// Seven columns of fifteen bricks, where the wide field has fifteen of seven.
if (isUpright) [levelSize.x, levelSize.y] = [20, 28]

Ball.prototype.setCollision = function () {
  setCollision.call(this)
  this.pos.y = SERVED_FROM
}

/** The paddle is laid with each new game, after the game has set its canvas. */
Paddle.prototype.setCollision = function () {
  setCollision.call(this)
  if (isUpright) LJS.setCanvasFixedSize(levelSize.add(LJS.vec2(1)).scale(SCALE))
}

const drawText = LJS.FontImage.prototype.drawText
LJS.FontImage.prototype.drawText = function (text, at, size) {
  // The score stands in the corner.
  if (text.startsWith('Score')) return
  const isCall = text.startsWith('Click')
  drawText.call(this, isCall ? stage.words('Click to serve', 'Tap to serve') : text, at, isCall ? 1.4 : size)
}

function watch() {
  if (brickCount > bricksBefore) balls = 0
  if (ball && !isInPlay) balls++
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

stage.hearEveryPointer(LJS.setTouchInputEnable)
requestAnimationFrame(watch)
