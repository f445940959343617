/** Frames that a resting game still gets: enough to draw what is behind the card. */
const LAST_FRAMES = 3

let isHeld = false
let left = 0
const waiting = new Map<number, FrameRequestCallback>()
const ask = window.requestAnimationFrame.bind(window)
const takeBack = window.cancelAnimationFrame.bind(window)

/** Takes control of animation frames, so that every engine stops while its game rests, and costs nothing. */
export function leadFrames(): void {
  window.requestAnimationFrame = (callback) => {
    const id = ask((time) => {
      if (isHeld && left <= 0) waiting.set(id, callback)
      else {
        left--
        callback(time)
      }
    })
    return id
  }
  window.cancelAnimationFrame = (id) => {
    waiting.delete(id)
    takeBack(id)
  }
  // Turning a phone or loading a font changes what a resting game should show.
  window.addEventListener('resize', drawOnce)
  void document.fonts.ready.then(drawOnce)
}

export function holdFrames(hold: boolean): void {
  isHeld = hold
  left = LAST_FRAMES
  if (!hold) removeMoved()
}

function drawOnce(): void {
  left = LAST_FRAMES
  removeMoved()
}

function removeMoved(): void {
  const callbacks = [...waiting.values()]
  waiting.clear()
  for (const callback of callbacks) window.requestAnimationFrame(callback)
}
