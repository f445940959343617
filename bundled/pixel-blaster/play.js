// The game is a demo with keys that drop enemies, set off explosions and teleport: those are kept from it. Its roll
// shares X with one of them, so the roll is told apart here. Its pad for fingers shows only once it is touched and
// names nothing: the stage's keys stand in its place. It forgets its score: the best one is kept, and shown below it.
import * as LJS from './dist/littlejs.esm.js'
// First, since its parts import each other.
import { score } from './examples/platformer/game.js'
import { Character } from './examples/platformer/gameCharacter.js'

const DEMO_KEYS = new Set(['KeyT', 'KeyE', 'KeyM', 'KeyX'])
const ROLL_KEYS = new Set(['KeyX', 'KeyV'])
let isRollHeld = false

const moveAndAct = Character.prototype.update
Character.prototype.update = function () {
  this.pressedDodge ||= isRollHeld
  moveAndAct.call(this)
}

function onKey(event) {
  if (ROLL_KEYS.has(event.code)) isRollHeld = event.type === 'keydown'
  if (DEMO_KEYS.has(event.code)) event.stopImmediatePropagation()
}

function keepBest() {
  stage.figure('Best', stage.best(score || null) ?? 0)
  requestAnimationFrame(keepBest)
}

window.addEventListener('keydown', onKey, true)
window.addEventListener('keyup', onKey, true)
window.addEventListener('blur', () => (isRollHeld = false))
requestAnimationFrame(keepBest)
LJS.setTouchGamepadEnable(false)
stage.hearEveryPointer(LJS.setTouchInputEnable)
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
