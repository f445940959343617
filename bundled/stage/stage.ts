/**
 * The base of every bundled game: figures in the corner, buttons, on-screen keys, the card between rounds, pause,
 * sound, and the best result in localStorage. Built into one classic script, since the engine's short games are classic
 * scripts that share its globals. `data-pace="still"` on the body: nothing moves unless the player does.
 */
import { button, figure, putUpBar } from './bar.ts'
import { isCardShown, onRest, putUpCard, showCard } from './card.ts'
import { fingerKeys, tapKey, wordsFor } from './finger-keys.ts'
import { leadFrames } from './frames.ts'
import { listenToEveryPointer, startShortGame } from './littlejs.ts'
import { captureAudioContexts, play } from './sound.ts'

leadFrames()
captureAudioContexts()
putUpCard()
putUpBar(document.body.dataset.pace !== 'still')

const stage = {
  figure,
  button,
  keys: fingerKeys,
  tapKey,
  /** Pauses the game behind a card; `go` runs when the player leaves it. */
  show: (title: string, text: string, label: string, go: () => void) => showCard({ title, text, label, go }),
  isShowing: isCardShown,
  /** Returns the text for keys and mouse, or for touch. */
  words: wordsFor,
  onRest,
  sound: play,
  best,
  saved,
  start: startShortGame,
  listenToEveryPointer,
}

export type Stage = typeof stage

Object.assign(globalThis, { stage })

/** A number from localStorage; null if it is missing or invalid. */
function saved(key: string): number | null {
  const text = localStorage.getItem(key)
  const number = Number(text)
  return text !== null && Number.isFinite(number) && number >= 0 ? number : null
}

/**
 * Stores and returns the better of `value` and the stored best: the greater one unless `isLessBetter`. Null if neither
 * exists.
 */
function best(value?: number | null, isLessBetter = false): number | null {
  const stored = saved('best')
  if (value === null || value === undefined) return stored
  if (stored !== null && (isLessBetter ? stored <= value : stored >= value)) return stored
  localStorage.setItem('best', String(value))
  return value
}
