// The short game is a table without rules: this counts shots, brings the cue ball back and sees the table cleared.
let shots, isAiming, sunkCues

/** A press aims and letting go shoots, so that a finger sees the aim line too. */
Ball.prototype.update = function () {
  isAiming ||= mouseWasPressed(0)
  if (this.canHit() && isAiming && mouseWasReleased(0)) {
    this.applyAcceleration(this.getHitOffset().scale(8))
    hitSound.play(this.pos, this.getHitStrength(), 0.5)
    shots++
  }
  if (this.pocketed) this.destroy()
}

function balls() {
  return engineObjects.filter((object) => object instanceof Ball && !object.destroyed)
}

function rackUp() {
  for (const ball of balls()) ball.destroy()
  let number = 1
  for (let i = 5; i--;) for (let j = i + 1; j--;) new Ball(vec2(6 + i * 0.9, j - i / 2), number++)
  cueBall = new Ball(vec2(-6, 0))
  shots = sunkCues = 0
  isAiming = false
}

stage.button('New rack', rackUp)
stage.start({
  async init() {
    await gameInit()
    rackUp()
    const text =
      'Aim from the white ball, press and let go to shoot: the farther away, the harder. Clear all fifteen balls.'
    stage.show('Fifteen Ball Pool', text, 'Break', rackUp)
  },
  updatePost() {
    isAiming &&= mouseIsDown(0)
    if (cueBall.destroyed) {
      cueBall = new Ball(vec2(-6, 0))
      sunkCues++
    }
    const left = balls().length - 1
    const total = shots + sunkCues
    stage.figure('Balls left', left)
    stage.figure('Shots', total)
    stage.figure('Best', stage.best() ?? '–')
    if (left) return
    const best = stage.best(total, true)
    const text = total === best ? 'You have never needed fewer.' : `Your best is ${best} shots.`
    stage.show(`Cleared in ${total} shots`, text, 'New rack', rackUp)
  },
})
