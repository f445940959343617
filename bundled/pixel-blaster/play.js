// The game is a demo with keys that drop enemies, set off explosions and teleport: those are kept from it. Its roll
// shares X with one of them, so V and X press the right mouse button, which rolls.
const DEMO_KEYS = new Set(['KeyT', 'KeyE', 'KeyM', 'KeyX'])
const ROLL_KEYS = new Set(['KeyX', 'KeyV'])

function onKey(event) {
  if (!event.isTrusted) return
  if (ROLL_KEYS.has(event.code) && !event.repeat) {
    document.dispatchEvent(new MouseEvent(event.type === 'keydown' ? 'mousedown' : 'mouseup', { button: 2 }))
  }
  if (DEMO_KEYS.has(event.code)) event.stopImmediatePropagation()
}

window.addEventListener('keydown', onKey, true)
window.addEventListener('keyup', onKey, true)
stage.button('Restart', () => stage.tapKey('KeyR'))
stage.show(
  'Pixel Blaster',
  'Run and jump with the arrow keys, shoot with Z, roll with X, throw a grenade with C. Collect every coin.',
  'Play',
  () => {},
)
