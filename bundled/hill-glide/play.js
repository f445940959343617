// The short game rolls on for ever: this gives the ride a minute and measures how far it went.
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

/** Leaving a hill and coming down again are heard. */
function hearHills() {
  const height = rider.pos.y - rider.size.y / 2 - getGroundHeight(rider.pos.x)
  if (!isFlying && height > 1) {
    isFlying = true
    stage.sound('whoosh')
  } else if (isFlying && height < 0.1) {
    isFlying = false
    stage.sound('land')
  }
}

stage.start({
  acrossTall: 22,
  onShape: (shape) => (across = shape.across),
  init() {
    newRide()
    const text =
      'Hold space, the mouse button or a finger to dive into the valleys; let go to fly off the hills. One minute.'
    stage.show('Hill Glide', text, 'Glide', newRide)
  },
  updatePost() {
    followRider()
    hearHills()
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
  render: gameRender,
})
