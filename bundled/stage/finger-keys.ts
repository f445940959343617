import { element } from './element.ts'

export type FingerKey = { sign: string; says: string; code: string }

/** A start card's instructions, worded for keys or for touch. */
export const wordsFor = (keys: string, touch: string): string =>
  window.matchMedia('(pointer: coarse)').matches ? touch : keys

function send(type: 'keydown' | 'keyup', code: string): void {
  document.dispatchEvent(new KeyboardEvent(type, { code, bubbles: true }))
}

/** Holds the key for some frames: the engine reads the keyboard once a frame and misses a shorter press. */
export function tapKey(code: string): void {
  send('keydown', code)
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => send('keyup', code))), 100)
}

/** Adds on-screen keys, left to right; `null` is the gap between the hands. */
export function fingerKeys(list: (FingerKey | null)[]): void {
  const row = element('div', 'stage-keys')
  for (const key of list) {
    if (!key) {
      element('span', 'gap', row)
      continue
    }
    // A single symbol, or a word.
    const made = element('button', key.sign.length > 1 ? 'word' : '', row)
    made.textContent = key.sign
    made.setAttribute('aria-label', key.says)
    const press = (isDown: boolean) => {
      made.classList.toggle('held', isDown)
      send(isDown ? 'keydown' : 'keyup', key.code)
    }
    made.addEventListener('pointerdown', () => press(true))
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      made.addEventListener(type, () => made.classList.contains('held') && press(false))
    }
  }
  const show = () => {
    row.classList.add('shown')
    document.body.classList.add('stage-by-finger')
  }
  if (window.matchMedia('(pointer: coarse)').matches) show()
  window.addEventListener('touchstart', show, { once: true, capture: true, passive: true })
}
