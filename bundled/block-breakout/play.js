// The game supports only the mouse and R: this adds a button for a new game and moves the mouse with the arrow keys.
const WIDTHS_PER_SECOND = 1.2
const held = new Set()
let pointer = 0.5
let lastTime = 0

function sendMouse(type) {
  const at = { clientX: pointer * innerWidth, clientY: innerHeight / 2, button: 0, bubbles: true }
  document.dispatchEvent(new MouseEvent(type, at))
}

function followKeys(time) {
  const direction = held.has('ArrowRight') - held.has('ArrowLeft')
  if (direction) {
    pointer = Math.min(1, Math.max(0, pointer + (direction * WIDTHS_PER_SECOND * (time - lastTime)) / 1000))
    sendMouse('mousemove')
  }
  lastTime = time
  requestAnimationFrame(followKeys)
}

window.addEventListener('mousemove', (event) => event.isTrusted && (pointer = event.clientX / innerWidth))
window.addEventListener('keydown', (event) => {
  held.add(event.code)
  if (event.code === 'Space' && !event.repeat) sendMouse('mousedown')
})
window.addEventListener('keyup', (event) => {
  held.delete(event.code)
  if (event.code === 'Space') sendMouse('mouseup')
})
window.addEventListener('blur', () => held.clear())
stage.button('New game', () => stage.tapKey('KeyR'))
requestAnimationFrame(followKeys)
stage.show(
  'Block Breakout',
  stage.words(
    'Clear all 105 bricks. The mouse or ← and → move the paddle; a click or space serves.',
    'Clear all 105 bricks. Drag to move the paddle; tap to serve.',
  ),
  'Play',
  () => {},
)
