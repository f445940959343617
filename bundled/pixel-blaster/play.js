// The game is a demo with keys that drop enemies, cause explosions and teleport: this blocks those keys. The roll
// shares X with one of them, so it is handled separately. The demo's touch pad stays hidden until touched and has no
// labels, so the stage's keys replace it. This stores the best score, shows all figures in the stage's bar, and
// replaces random colours with those of the game's picture, at night. Instead of bleeding, characters fall apart into
// pixels.
import * as LJS from './dist/littlejs.esm.js'
// First, since its parts import one another.
import { deaths, player, score } from './examples/platformer/game.js'
import { Character } from './examples/platformer/gameCharacter.js'
import { makeDebris, ParallaxLayer, Sky, sound_die } from './examples/platformer/gameEffects.js'
import { GameObject } from './examples/platformer/gameObjects.js'

const { rgb, vec2 } = LJS
const NIGHT = rgb(0.11, 0.22, 0.33)
const HORIZON = rgb(0.16, 0.33, 0.47)
const EARTH = rgb(0.55, 0.33, 0.2)
const GRASS = rgb(0.35, 0.68, 0.32)
const WALL = rgb(0.13, 0.25, 0.37)
const JACKET = rgb(0.36, 0.74, 0.4)
/** Level tiles that are ground. */
const GROUND = new Set([1, 2])

const DEMO_KEYS = new Set(['KeyT', 'KeyE', 'KeyM', 'KeyX'])
const ROLL_KEYS = new Set(['KeyX', 'KeyV'])
let isRollHeld = false

const moveAndAct = Character.prototype.update
Character.prototype.update = function () {
  this.pressedDodge ||= isRollHeld
  moveAndAct.call(this)
}

Character.prototype.damage = function (damage, by) {
  if (this.isDead() || this.getAliveTime() < 1 || this.dodgeTimer.active()) return 0
  return GameObject.prototype.damage.call(this, damage, by)
}

Character.prototype.kill = function () {
  if (this.isDead()) return
  makeDebris(this.pos, this.color, 40, 0.14)
  sound_die.play(this.pos)
  this.health = 0
  this.deadTimer.set()
  this.weapon?.destroy()
}

const render = Character.prototype.render
Character.prototype.render = function () {
  this.color = JACKET
  if (!this.isDead()) return render.call(this)
  // The game has replaced the player with a new one.
  if (this !== player) this.destroy()
}

const renderSky = Sky.prototype.render
Sky.prototype.render = function () {
  this.skyColor = NIGHT
  this.horizonColor = HORIZON
  renderSky.call(this)
}

const renderHills = ParallaxLayer.prototype.render
ParallaxLayer.prototype.render = function () {
  if (!this.isNight) {
    this.isNight = true
    const { context, canvas } = this
    context.globalCompositeOperation = 'source-in'
    context.fillStyle = HORIZON.lerp(NIGHT, 0.3 + this.depth * 0.3).toString()
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.globalCompositeOperation = 'source-over'
    this.updateWebGL()
  }
  renderHills.call(this)
}

const { setData, drawLayerRect } = LJS.TileLayer.prototype
LJS.TileLayer.prototype.setData = function (at, data, redraw) {
  if (GROUND.has(data.tile)) data.color = (this.isSolid ? EARTH : WALL).mutate(0.03)
  setData.call(this, at, data, redraw)
}
/** Outlines the ground, with grass on top. */
LJS.TileLayer.prototype.drawLayerRect = function (at, size, color, angle) {
  const isTop = size.x > size.y && (at.y + 2) % 16 === 0
  const where = isTop ? at.subtract(vec2(0, 2)) : at
  drawLayerRect.call(this, where, isTop ? vec2(16, 4) : size, (isTop ? GRASS : EARTH.scale(0.6, 1)).mutate(0.04), angle)
}

// Hides figures that the game writes over the picture.
for (const name of ['fillText', 'strokeText']) {
  const write = CanvasRenderingContext2D.prototype[name]
  CanvasRenderingContext2D.prototype[name] = function (text, ...at) {
    if (!/^(?:Score|Deaths): /.test(text)) write.call(this, text, ...at)
  }
}

function onKey(event) {
  if (ROLL_KEYS.has(event.code)) isRollHeld = event.type === 'keydown'
  if (DEMO_KEYS.has(event.code)) event.stopImmediatePropagation()
}

function showFigures() {
  stage.figure('Score', score ?? 0)
  stage.figure('Falls', deaths ?? 0)
  stage.figure('Best', stage.best(score || null) ?? 0)
  requestAnimationFrame(showFigures)
}

window.addEventListener('keydown', onKey, true)
window.addEventListener('keyup', onKey, true)
window.addEventListener('blur', () => (isRollHeld = false))
requestAnimationFrame(showFigures)
LJS.setTouchGamepadEnable(false)
stage.listenToEveryPointer(LJS.setTouchInputEnable)
stage.button('Restart', () => stage.tapKey('KeyR'))
stage.keys([
  { sign: '◀', says: 'Run left', code: 'ArrowLeft' },
  { sign: '▼', says: 'Climb down', code: 'ArrowDown' },
  { sign: '▶', says: 'Run right', code: 'ArrowRight' },
  null,
  { sign: 'Shoot', says: 'Shoot', code: 'KeyZ' },
  { sign: 'Jump', says: 'Jump', code: 'ArrowUp' },
  { sign: 'Roll', says: 'Roll', code: 'KeyV' },
  { sign: 'Grenade', says: 'Grenade', code: 'KeyC' },
])
stage.show(
  'Pixel Blaster',
  stage.words(
    'Run and jump with the arrow keys, shoot with Z, roll with X, throw a grenade with C. Collect every coin.',
    'The buttons at the bottom run, jump, shoot, roll and throw grenades. On a ladder, Jump climbs up and ▼ down. Collect every coin.',
  ),
  'Play',
  () => {},
)
