import { button, el } from './element.ts'
import { icon, starRow } from './icons.ts'
import { drawLampWord } from './lamp-letters.ts'
import { type Progress, furthestOpen, nextLevel, totalStars } from './progress.ts'
import { ACT_COUNT, LEVELS, LEVELS_PER_ACT, actName, planShow, showKey } from './programme.ts'
import type { Screen } from './screen.ts'

type Options = {
  progress: Progress
  today: Date
  /** The act to turn the board to. */
  act: number
  openLevel: (number: number) => void
  openShow: () => void
  toggleMuted: () => boolean
}

const COLUMNS = 5

/** The board outside the theatre: twenty levels of one act at a time, and tonight's show. */
export function createMarquee({ progress, today, act: startAct, openLevel, openShow, toggleMuted }: Options): Screen {
  const open = furthestOpen(progress)
  const next = nextLevel(progress)
  let act = startAct
  const name = el('h2', 'act-name')
  name.ariaLive = 'polite'
  const plates = el('div', 'plates')
  const earlier = button('page', () => turnTo(act - 1), icon('back'))
  const later = button('page', () => turnTo(act + 1), icon('forward'))
  earlier.ariaLabel = 'Act before'
  later.ariaLabel = 'Act after'
  const turnTo = (to: number) => {
    act = Math.min(ACT_COUNT, Math.max(1, to))
    name.replaceChildren(el('small', '', `Act ${act} of ${ACT_COUNT}`), actName(act))
    earlier.disabled = act === 1
    later.disabled = act === ACT_COUNT
    const first = (act - 1) * LEVELS_PER_ACT + 1
    const numbers = Array.from({ length: LEVELS_PER_ACT }, (_, index) => first + index)
    plates.replaceChildren(
      ...numbers.map((number) =>
        createPlate({
          number,
          stars: progress.stars[number] ?? 0,
          open: number <= open,
          next: number === next,
          openLevel,
        }),
      ),
    )
  }
  turnTo(startAct)

  const mute = button('mute', () => showMuted(toggleMuted()))
  const showMuted = (muted: boolean) => {
    mute.replaceChildren(icon(muted ? 'muted' : 'sound'))
    mute.ariaLabel = 'Sound'
    mute.ariaPressed = String(!muted)
  }
  showMuted(progress.muted)
  const proceed = button(
    'primary',
    () => openLevel(next),
    el('span', '', Object.keys(progress.stars).length > 0 || progress.unfinished ? 'Continue' : 'Start'),
    el('small', '', `Level ${next}`),
  )
  const title = el('h1', 'wordmark', drawLampWord('LAMP'), drawLampWord('LIGHTER'))
  title.ariaLabel = 'Lamplighter'
  title.role = 'img'

  return {
    root: el(
      'main',
      'marquee',
      el(
        'div',
        'front',
        title,
        el('div', 'calls', proceed, createTicket(progress, today, openShow)),
        createTotals(progress, mute),
      ),
      el('div', 'sign', el('div', 'act', earlier, name, later), plates),
    ),
    focus: () => proceed.focus({ preventScroll: true }),
    press: (event) => {
      if (event.key.toLowerCase() === 'm') mute.click()
      else if (event.key === 'PageUp') turnTo(act - 1)
      else if (event.key === 'PageDown') turnTo(act + 1)
      else return movePlate(plates, event.key)
      return true
    },
    left: () => {},
  }
}

type Plate = { number: number; stars: number; open: boolean; next: boolean; openLevel: (number: number) => void }

function createPlate({ number, stars, open, next, openLevel }: Plate): HTMLButtonElement {
  const plate = button('plate', () => openLevel(number), el('b', '', String(number)), starRow(stars))
  plate.disabled = !open
  plate.classList.toggle('next', next)
  plate.classList.toggle('done', stars > 0)
  plate.ariaLabel = `Level ${number}, ${!open ? 'not open yet' : stars > 0 ? `${stars} of 3 stars` : 'not done yet'}`
  return plate
}

function createTicket(progress: Progress, today: Date, openShow: () => void): HTMLButtonElement {
  const stars = progress.stars[showKey(today)]
  const { size, wraps } = planShow(today)
  const day = today.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  return button(
    'ticket',
    openShow,
    el('span', '', 'Tonight’s show'),
    stars
      ? el('small', 'shown', 'Done', starRow(stars))
      : el('small', '', `${day}, ${size} by ${size}${wraps ? ', wraps' : ''}`),
  )
}

function createTotals(progress: Progress, mute: HTMLButtonElement): HTMLElement {
  const total = el('p', 'total', starRow(1, 1), `${totalStars(progress)} of ${LEVELS * 3} stars`)
  return el('div', 'totals', total, mute)
}

/** Arrows walk over the plates from wherever the focus is; false for any other key. */
function movePlate(plates: HTMLElement, key: string): boolean {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[key]
  if (!by) return false
  const all = [...plates.querySelectorAll('button')]
  const from = all.findIndex((plate) => plate === document.activeElement)
  const to = from === -1 ? all.find((plate) => !plate.disabled) : all[from + by]
  if (to && !to.disabled) to.focus({ preventScroll: true })
  return true
}
