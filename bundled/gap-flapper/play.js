// The short game restarts at once when the bird hits a wall; here the flight is counted and the result is shown.
let bird, isDown

Player.prototype.collideWithObject = function () {
  isDown = true
  return true
}

function newFlight() {
  engineObjectsDestroy()
  gameInit()
  isDown = false
  bird = engineObjects.find((object) => object instanceof Player)
  bird.velocity = vec2(0, 0.2)
}

/** Walls never turn back, so every pair behind the bird is one gap flown through. */
function gapsPassed() {
  return engineObjects.filter((object) => object instanceof Wall && object.pos.x + 1.5 < bird.pos.x).length / 2
}

function endFlight(gaps) {
  const best = stage.best(gaps)
  const text = gaps && gaps === best ? 'No flight of yours was longer.' : `Your best is ${best}.`
  stage.show(gaps === 1 ? '1 gap' : `${gaps} gaps`, text, 'Fly again', newFlight)
}

function drawClouds() {
  for (let i = 0; i < 9; i++) {
    const x = mod(i * 7.3 - time * (0.5 + (i % 3) * 0.35), 44) - 22
    const pos = vec2(x, 7 - ((i * 5.7) % 11))
    drawEllipse(pos, vec2(4 + (i % 3), 1.1), rgb(1, 1, 1, 0.55))
    drawEllipse(pos.add(vec2(0.6, 0.5)), vec2(2.2, 1.2), rgb(1, 1, 1, 0.55))
  }
}

stage.start({
  init() {
    newFlight()
    stage.show('Gap Flapper', 'Space, click or tap to flap. Fly through the gaps and touch nothing.', 'Fly', newFlight)
  },
  updatePost() {
    const gaps = gapsPassed()
    stage.figure('Gaps', gaps)
    stage.figure('Best', stage.best() ?? 0)
    if (isDown || abs(bird.pos.y) > 12) endFlight(gaps)
  },
  render: drawClouds,
})
