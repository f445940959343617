import { dayAfter, describeShow, nameDay, streakOn, weeksUntil } from './daily.ts'
import { button, el } from './element.ts'
import { icon, starRow } from './icons.ts'
import type { Progress } from './progress.ts'
import { showKey } from './programme.ts'
import type { Screen } from './screen.ts'

type Options = { progress: Progress; today: string; openShow: (day: string) => void; leave: () => void }

const WEEKS = 5
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The playbill: the daily puzzles of the last weeks, which can all still be played. */
export function createCalendar({ progress, today, openShow, leave }: Options): Screen {
  const days = weeksUntil(today, WEEKS).flat()
  const plates = days.map((day) => createDay(progress, day, today, openShow))
  const streak = streakOn(today, progress)
  const back = button('back', leave, icon('back'), el('span', '', 'Levels'))
  back.setAttribute('aria-keyshortcuts', 'Escape')
  const heads = el('div', 'weekdays', ...WEEKDAYS.map((name) => el('span', '', name)))
  heads.ariaHidden = 'true'
  const words = el('p', 'streak-line', el('b', '', String(streak)), streak === 1 ? 'day in a row' : 'days in a row')

  return {
    root: el(
      'main',
      'calendar',
      el(
        'div',
        'sign',
        el('div', 'calendar-head', back, el('h1', '', 'Daily shows'), words),
        heads,
        el('div', 'days', ...plates),
      ),
    ),
    focus: () => plates[days.indexOf(today)]?.focus({ preventScroll: true }),
    press: ({ key }) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
      if (!by) return false
      const from = plates.findIndex((plate) => plate === document.activeElement)
      const to = plates[from === -1 ? days.indexOf(today) : from + by]
      if (to && !to.disabled) to.focus({ preventScroll: true })
      return true
    },
    left: () => {},
  }
}

function createDay(progress: Progress, day: string, today: string, openShow: (day: string) => void): HTMLButtonElement {
  const stars = progress.stars[showKey(day)] ?? 0
  const isLate = progress.late.includes(showKey(day))
  const date = el('b', '', String(Number(day.slice(8))))
  // The first day of the calendar and of each month also shows the month's name.
  if (day.endsWith('-01') || day === weeksUntil(today, WEEKS)[0]?.[0])
    date.append(el('small', '', nameDay(day, { month: 'short' })))
  const plate = button('day', () => openShow(day), date, starRow(stars))
  plate.disabled = day > today
  plate.classList.toggle('today', day === today)
  plate.classList.toggle('on-time', stars > 0 && !isLate)
  plate.classList.toggle('follows', stars > 0 && !isLate && follows(progress, day))
  const state =
    day > today ? 'still to come' : stars > 0 ? `${stars} of 3 stars${isLate ? ', done later' : ''}` : 'not done yet'
  plate.ariaLabel = `${nameDay(day, { weekday: 'long', day: 'numeric', month: 'long' })}, ${describeShow(day)}, ${state}`
  plate.title = describeShow(day)
  return plate
}

/**
 * Whether the previous day's puzzle was also solved on time, in the same week. A wire then joins the plates of both
 * days.
 */
function follows({ stars, late }: Progress, day: string): boolean {
  const before = showKey(dayAfter(day, -1))
  return (stars[before] ?? 0) > 0 && !late.includes(before) && new Date(day).getUTCDay() !== 1
}
