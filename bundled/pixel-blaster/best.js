// The game forgets its score: the best one is kept, and shown below it.
import { score } from './examples/platformer/game.js'

function keepBest() {
  stage.figure('Best', stage.best(score || null) ?? 0)
  requestAnimationFrame(keepBest)
}

requestAnimationFrame(keepBest)
