// The game neither counts the balls that a wall takes nor ends: this does both.
import { ball, brickCount } from './examples/breakout/game.js'

let balls = 0
let isInPlay = false
let bricksBefore = 0

function watch() {
  if (brickCount > bricksBefore) balls = 0
  if (ball && !isInPlay) balls++
  isInPlay = Boolean(ball)
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

requestAnimationFrame(watch)
