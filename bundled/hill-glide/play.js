// The short game never ends: this limits the ride to a minute and measures its distance.
const RIDE_SECONDS = 60
let rider, rideTimer
let across = 30
let isFlying = false

function newRide() {
  engineObjectsDestroy()
  gameInit()
  rider = engineObjects.find((object) => object instanceof Player)
  cameraPos = vec2(rider.pos.x + 9, 5)
  rideTimer = new Timer(RIDE_SECONDS)
}

/** The engine's camera leads by nine units, which is half of a tall screen. */
function followRider() {
  cameraPos = vec2(rider.pos.x + across * 0.3, 5)
}

/** Plays a sound on take-off and on landing. */
function playHillSounds() {
  const height = rider.pos.y - rider.size.y / 2 - getGroundHeight(rider.pos.x)
  if (!isFlying && height > 1) {
    isFlying = true
    stage.sound('whoosh')
  } else if (isFlying && height < 0.1) {
    isFlying = false
    stage.sound('land')
  }
}

/** Draws a round bird that leans with its flight, wings spread in flight and folded in a dive. */
Player.prototype.render = function () {
  const lean = this.velocity.angle() - PI / 2
  const on = (x, y) => this.pos.add(vec2(x, y).rotate(lean))
  const isDiving = keyIsDown('Space') || mouseIsDown(0)
  if (isDiving) {
    for (const y of [-0.5, 0.1, 0.7]) drawLine(on(-1.4, y), on(-2.6 - rand(0.8), y), 0.09, rgb(1, 1, 1, 0.6))
  }
  drawEllipse(this.pos, vec2(1.15, 0.95), hsl(0.03, 0.9, 0.6), lean)
  drawEllipse(on(0.15, -0.3), vec2(0.75, 0.5), hsl(0.09, 0.95, 0.8), lean)
  drawPoly([on(0.95, 0.25), on(1.6, 0), on(0.95, -0.2)], hsl(0.12, 1, 0.6))
  drawEllipse(
    on(-0.3, isDiving ? 0.15 : 0.45),
    isDiving ? vec2(0.7, 0.3) : vec2(0.75, 0.42),
    hsl(0.99, 0.75, 0.42),
    lean + (isDiving ? 0.2 : -0.5),
  )
  drawCircle(on(0.5, 0.38), 0.5, WHITE)
  drawCircle(on(0.6, 0.38), 0.24, hsl(0.6, 0.5, 0.1))
}

function drawHills() {
  const { x, y } = cameraPos
  drawRectGradient(vec2(x, 8), vec2(60, 46), hsl(0.57, 0.65, 0.5), hsl(0.1, 0.9, 0.85))
  drawCircle(vec2(x + 6, 9), 4.5, hsl(0.13, 1, 0.85))
  for (const [speed, height, wide, color] of [
    [0.15, 4, 7, hsl(0.5, 0.3, 0.62)],
    [0.35, 2, 5, hsl(0.45, 0.32, 0.48)],
  ]) {
    for (let at = x - 20; at < x + 20; at += 0.15) {
      const far = at - x * (1 - speed)
      const top = height + sin(far / wide) * 1.3 + sin(far / wide / 2.3) * 1.2
      drawRect(vec2(at, top - 20), vec2(0.18, 40), color)
    }
  }
  for (let at = floor(x - 20); at < x + 20; at += 0.1) {
    const top = getGroundHeight(at)
    drawRect(vec2(at, top - 25), vec2(0.12, 50), hsl(0.36, 0.42, 0.26))
    drawRect(vec2(at, top - 0.75), vec2(0.12, 1.5), hsl(0.31, 0.45, 0.4))
    drawRect(vec2(at, top), vec2(0.12, 0.36), hsl(0.24, 0.6, 0.55))
  }
  // A lamp post every fifty metres shows the distance.
  for (let metres = Math.ceil((x - 20) / 50) * 50; metres < x + 20; metres += 50) {
    const foot = getGroundHeight(metres)
    drawRect(vec2(metres, foot + 1.2), vec2(0.14, 2.4), hsl(0.6, 0.25, 0.2))
    drawCircle(vec2(metres, foot + 2.5), 0.7, hsl(0.12, 1, 0.72))
    drawText(`${metres} m`, vec2(metres, y > 0 ? foot - 1.6 : foot), 0.8, rgb(1, 1, 1, 0.85))
  }
}

stage.start({
  acrossTall: 22,
  onShape: (shape) => (across = shape.across),
  init() {
    newRide()
    const text = stage.words(
      'Hold space or the mouse button to dive into the valleys; let go to fly off the hills. One minute.',
      'Hold a finger down to dive into the valleys; let go to fly off the hills. One minute.',
    )
    stage.show('Hill Glide', text, 'Glide', newRide)
  },
  updatePost() {
    followRider()
    playHillSounds()
    const metres = Math.floor(rider.pos.x)
    stage.figure('Distance', `${metres} m`)
    stage.figure('Time', `${Math.ceil(max(0, -rideTimer.get()))} s`)
    stage.figure('Speed', Math.round(rider.getSpeed() * 60))
    stage.figure('Best', `${stage.best() ?? 0} m`)
    if (!rideTimer.elapsed()) return
    const best = stage.best(metres)
    stage.sound('win')
    stage.show(
      `${metres} m`,
      metres === best ? 'You have never glided farther.' : `Your best is ${best} m.`,
      'Glide again',
      newRide,
    )
  },
  render: drawHills,
})
