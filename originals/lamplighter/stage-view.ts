import { button, el, isCalm } from './element.ts'
import { starRow } from './icons.ts'
import { shareWords } from './share.ts'
import type { Sound } from './sound.ts'

type Action = { label: string; does: () => void }
type Result = {
  title: string
  line: string
  stars: number
  lamps: number
  next: Action
  others: Action[]
  /** Text to share, if any. */
  words?: string
}

/** The stage behind the curtain, where a level's result is shown. */
export function createStage(sound: Sound, say: (words: string) => void) {
  const root = el('section', 'stage')
  const left = el('div', 'curtain left')
  const right = el('div', 'curtain right')
  const house = el('div', 'house', root, left, right, el('div', 'valance'), el('div', 'house-light'))
  const timers: number[] = []
  root.inert = true

  return {
    root: house,
    open: ({ title, line, stars, lamps, next, others, words: toShare }: Result) => {
      const heading = el('h1', '', title)
      heading.tabIndex = -1
      const row = el('div', 'prize', ...[0, 1, 2].map((index) => createPrize(index, index < stars)))
      row.role = 'img'
      row.ariaLabel = `${stars} of 3 stars`
      const first = button('primary', next.does, next.label)
      const rest = others.map(({ label, does }) => button('secondary', does, label))
      const share = toShare === undefined ? [] : [createShare(toShare, say)]
      const words = el('div', 'result', row, heading, el('p', '', line), el('div', 'actions', first, ...share, ...rest))
      const footlights = el('div', 'footlights', ...Array.from({ length: Math.min(lamps, 24) }, () => el('i')))
      footlights.ariaHidden = 'true'
      root.replaceChildren(el('div', 'beam'), words, footlights)
      root.inert = false
      house.classList.add('open')
      sound.curtain()
      const start = isCalm() ? 0 : 700
      for (let index = 0; index < stars; index++) {
        timers.push(window.setTimeout(() => sound.star(index), start + index * 220))
      }
      first.focus({ preventScroll: true })
    },
    close: () => {
      if (!house.classList.contains('open')) return
      timers.splice(0).forEach((timer) => window.clearTimeout(timer))
      root.inert = true
      house.classList.remove('open')
      sound.curtain()
    },
  }
}

function createPrize(index: number, won: boolean): HTMLElement {
  const prize = el('span', won ? 'won' : '', starRow(won ? 1 : 0, 1))
  prize.style.setProperty('--index', String(index))
  return prize
}

/** Creates a share button whose label shows the outcome after a click. */
function createShare(words: string, say: (words: string) => void): HTMLButtonElement {
  const share = button(
    'secondary',
    () =>
      void shareWords(words).then((became) => {
        if (became === 'shown') return showByHand(share, words)
        const told = became === 'copied' ? 'Copied' : 'Shared'
        share.textContent = told
        say(`${told}.`)
      }),
    'Share',
  )
  return share
}

function showByHand(share: HTMLButtonElement, words: string): void {
  const box = el('textarea', '', words)
  box.readOnly = true
  box.ariaLabel = 'Result to copy'
  share.closest('.result')?.append(box)
  share.remove()
  box.select()
}
