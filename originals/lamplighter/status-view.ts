import { button, el } from './element.ts'
import { icon, starRow } from './icons.ts'
import { MAX_STARS, type Play, starsOf, turnsFor, turnsOf } from './play.ts'

type Options = { title: string; place: string; note: string; lamps: number; back: { label: string; does: () => void } }

/** Shows the level, the number of turns, the stars that they still earn, and a small bulb for each lamp. */
export function createStatus({ title, place, note, lamps, back: { label, does } }: Options) {
  const back = button('back', does, icon('back'), el('span', '', label))
  back.ariaLabel = label
  back.setAttribute('aria-keyshortcuts', 'Escape')
  const heading = el('h1', '', title)
  const words = el('p', 'note', note)
  words.ariaLive = 'polite'
  const turns = el('b', 'turns')
  const unit = el('span')
  const stars = el('span', 'worth')
  const goal = el('span', 'goal')
  const bulbs = Array.from({ length: lamps }, () => el('i'))
  const lit = el('span')
  const count = el('p', 'lamp-count', lit, el('span', '', ' lamps'))
  const row = el('span', 'lamp-row', ...bulbs)
  row.ariaHidden = 'true'

  return {
    root: el(
      'header',
      'status',
      back,
      el('div', 'heading', heading, el('p', 'place', place)),
      el('div', 'tally', el('p', 'turn-line', turns, unit), stars, goal),
      el('div', 'lamps', row, count),
      words,
    ),
    name: (newTitle: string, newNote: string) => {
      heading.textContent = newTitle
      if (words.textContent !== newNote) words.textContent = newNote
    },
    show: (play: Play, litCount: number) => {
      const worth = starsOf(play)
      turns.textContent = String(turnsOf(play))
      unit.textContent = turnsOf(play) === 1 ? 'turn' : 'turns'
      stars.replaceChildren(starRow(worth))
      goal.textContent = nameGoal(play, worth)
      bulbs.forEach((bulb, index) => bulb.classList.toggle('lit', index < litCount))
      lit.textContent = `${litCount} of ${lamps}`
    },
  }
}

function nameGoal(play: Play, worth: number): string {
  if (worth === 1) return 'One star for finishing'
  // A hint has changed the limit: this number of turns earned three stars before, and earns two now.
  return `${worth === MAX_STARS ? 'Three' : 'Two'} stars up to ${turnsFor(play.level, Math.min(MAX_STARS, worth + play.hints))}`
}
