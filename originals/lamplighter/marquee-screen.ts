import { describeShow, nameDay, streakOn } from './daily.ts'
import { button, el } from './element.ts'
import { icon, starRow } from './icons.ts'
import { drawLampWord } from './lamp-letters.ts'
import { type Progress, furthestOpen, nextLevel, totalStars } from './progress.ts'
import { ACT_COUNT, LEVELS, LEVELS_PER_ACT, actName, showKey } from './programme.ts'
import type { Screen } from './screen.ts'

type Options = {
  progress: Progress
  muted: boolean
  /** Formatted as 2026-03-07. */
  today: string
  /** The act that is shown first. */
  act: number
  turned: (act: number) => void
  openLevel: (number: number) => void
  openShow: () => void
  openCalendar: () => void
  toggleMuted: () => boolean
}

const COLUMNS = 5

/** The board outside the theatre: the twenty levels of an act, and today's puzzle. */
export function createMarquee(options: Options): Screen {
  const { progress, today, act: startAct, openLevel, openShow, openCalendar, toggleMuted } = options
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
    options.turned(act)
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
  showMuted(options.muted)
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
        createTotals(progress, createDailyLink(streakOn(today, progress), openCalendar), mute),
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

function createTicket(progress: Progress, today: string, openShow: () => void): HTMLButtonElement {
  const stars = progress.stars[showKey(today)]
  const day = nameDay(today, { day: 'numeric', month: 'short' })
  return button(
    'ticket',
    openShow,
    el('span', '', 'Today’s show'),
    stars ? el('small', 'shown', 'Done', starRow(stars)) : el('small', '', `${day}, ${describeShow(today)}`),
  )
}

function createDailyLink(streak: number, openCalendar: () => void): HTMLButtonElement {
  const words = streak > 1 ? [el('b', '', String(streak)), 'days in a row'] : ['Past shows']
  const link = button(
    'daily-link',
    openCalendar,
    icon('calendar'),
    el('span', '', ...words.flatMap((word) => [word, ' '])),
  )
  link.ariaLabel = streak > 1 ? `Past shows, ${streak} days in a row` : 'Past shows'
  return link
}

function createTotals(progress: Progress, daily: HTMLElement, mute: HTMLButtonElement): HTMLElement {
  const total = el('p', 'total', starRow(1, 1), `${totalStars(progress)} of ${LEVELS * 3}`)
  total.ariaLabel = `${totalStars(progress)} of ${LEVELS * 3} stars`
  total.role = 'img'
  return el('div', 'totals', total, daily, mute)
}

/** Moves the focus across the plates with an arrow key; returns false for any other key. */
function movePlate(plates: HTMLElement, key: string): boolean {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[key]
  if (!by) return false
  const all = [...plates.querySelectorAll('button')]
  const from = all.findIndex((plate) => plate === document.activeElement)
  const to = from === -1 ? all.find((plate) => !plate.disabled) : all[from + by]
  if (to && !to.disabled) to.focus({ preventScroll: true })
  return true
}
