/** The card over a resting game: before the first round, between rounds, and during a pause. */
import { element } from './element.ts'
import { holdFrames } from './frames.ts'

/** How long the card ignores input in ms, so that a player still pressing keys sees the result. */
const READ_MS = 450

type Content = { title: string; text: string; label: string; go: () => void }

const card = element('button', 'stage-card')
const panel = element('span', 'stage-panel', card)
const title = panel.appendChild(document.createElement('strong'))
const text = panel.appendChild(document.createElement('span'))
const label = panel.appendChild(document.createElement('b'))
const listeners: ((isResting: boolean) => void)[] = []
let shown: Content | null = null
let shownAt = 0

export const isCardShown = (): boolean => shown !== null

/** Calls the listener when the game stops and when it continues. */
export function onRest(listener: (isResting: boolean) => void): void {
  listeners.push(listener)
}

export function putUpCard(): void {
  card.hidden = true
  card.addEventListener('click', leaveCard)
  window.addEventListener('keydown', onKey, true)
}

export function showCard(content: Content): void {
  shown = content
  title.textContent = content.title
  text.textContent = content.text
  label.textContent = content.label
  shownAt = performance.now()
  card.hidden = false
  document.body.classList.add('stage-rests')
  if (document.hasFocus()) card.focus({ preventScroll: true })
  holdFrames(true)
  for (const listener of listeners) listener(true)
}

export function leaveCard(): void {
  if (!shown || performance.now() - shownAt < READ_MS) return
  const { go } = shown
  shown = null
  card.hidden = true
  card.blur()
  document.body.classList.remove('stage-rests')
  holdFrames(false)
  for (const listener of listeners) listener(false)
  go()
}

function onKey(event: KeyboardEvent): void {
  if (!shown || event.repeat || !['Space', 'Enter'].includes(event.code)) return
  const other = (event.target as HTMLElement | null)?.closest?.('button, a, select')
  if (other && other !== card) return
  event.preventDefault()
  event.stopImmediatePropagation()
  leaveCard()
}
