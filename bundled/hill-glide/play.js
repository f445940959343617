// The short game rolls on for ever: this gives the ride a minute and measures how far it went.
const RIDE_SECONDS = 60
let rider, rideTimer

function newRide() {
  engineObjectsDestroy()
  gameInit()
  rider = engineObjects.find((object) => object instanceof Player)
  cameraPos = vec2(rider.pos.x + 9, 5)
  rideTimer = new Timer(RIDE_SECONDS)
}

stage.start({
  init() {
    newRide()
    const text =
      'Hold space, the mouse button or a finger to dive into the valleys; let go to fly off the hills. One minute.'
    stage.show('Hill Glide', text, 'Glide', newRide)
  },
  updatePost() {
    const metres = Math.floor(rider.pos.x)
    stage.figure('Distance', `${metres} m`)
    stage.figure('Time', `${Math.ceil(max(0, -rideTimer.get()))} s`)
    stage.figure('Speed', Math.round(rider.getSpeed() * 60))
    stage.figure('Best', `${stage.best() ?? 0} m`)
    if (!rideTimer.elapsed()) return
    const best = stage.best(metres)
    stage.show(
      `${metres} m`,
      metres === best ? 'You have never glided farther.' : `Your best is ${best} m.`,
      'Glide again',
      newRide,
    )
  },
  render: gameRender,
})
