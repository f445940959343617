/** The corner of a game: its figures, and buttons for a new game, pause and sound. */
import { isCardShown, leaveCard, onRest, showCard } from './card.ts'
import { element } from './element.ts'
import { wordsFor } from './finger-keys.ts'
import { isSoundOn, switchSound } from './sound.ts'

const ICONS = {
  pause: 'M9 5v14M15 5v14',
  on: 'M4 10v4h4l5 4V6l-5 4zM16.5 9a4.5 4.5 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
  off: 'M4 10v4h4l5 4V6l-5 4zM17 9.5l5 5M22 9.5l-5 5',
}

// A game with a custom header places the buttons there.
const home = document.querySelector('[data-stage-buttons]')
const bar = element('div', 'stage-bar')
const figureList = element('dl', 'stage-figures', bar)
const buttons = element('div', 'stage-buttons', home ?? bar)
const figures = new Map<string, HTMLElement>()

export function figure(label: string, value: string | number): void {
  let shown = figures.get(label)
  if (!shown) {
    const row = element('div', '', figureList)
    row.appendChild(document.createElement('dt')).textContent = label
    shown = row.appendChild(document.createElement('dd'))
    figures.set(label, shown)
  }
  const text = String(value)
  if (shown.textContent !== text) shown.textContent = text
}

/** Adds a button for the game, before pause and sound. */
export function button(label: string, onPress: () => void): HTMLButtonElement {
  const made = element('button', 'stage-button')
  made.textContent = label
  made.addEventListener('click', () => {
    made.blur()
    onPress()
  })
  buttons.prepend(made)
  return made
}

/** Adds pause with P and sound with M, also as buttons. `isMoving`: the game pauses when it loses the focus. */
export function putUpBar(isMoving: boolean): void {
  const pauseButton = element('button', 'stage-button stage-icon', buttons)
  pauseButton.ariaLabel = 'Pause (P)'
  pauseButton.append(icon('pause'))
  pauseButton.addEventListener('click', pause)
  onRest((isResting) => (pauseButton.disabled = isResting))

  const soundButton = element('button', 'stage-button stage-icon stage-sound', buttons)
  const drawSound = () => {
    soundButton.ariaLabel = isSoundOn() ? 'Sound off (M)' : 'Sound on (M)'
    soundButton.replaceChildren(icon(isSoundOn() ? 'on' : 'off'))
  }
  const toggleSound = () => {
    switchSound()
    drawSound()
  }
  drawSound()
  soundButton.addEventListener('click', () => {
    soundButton.blur()
    toggleSound()
  })

  const onKey = (event: KeyboardEvent) => {
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || !event.isTrusted) return
    if (event.code === 'KeyM') toggleSound()
    if (event.code === 'KeyP') {
      if (isCardShown()) leaveCard()
      else pause()
    }
  }
  // In the capture phase, before the game's listeners, which may stop keys.
  window.addEventListener('keydown', onKey, true)
  document.addEventListener('visibilitychange', () => document.hidden && pause())
  if (isMoving) window.addEventListener('blur', pause)
}

function pause(): void {
  if (!isCardShown())
    showCard({
      title: 'Paused',
      text: wordsFor('P or a click goes on.', 'Tap to go on.'),
      label: 'Go on',
      go: () => {},
    })
}

function icon(name: keyof typeof ICONS): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  const path = svg.appendChild(document.createElementNS(svg.namespaceURI, 'path'))
  path.setAttribute('d', ICONS[name])
  return svg as SVGElement
}
