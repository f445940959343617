import { listLamps } from './current.ts'
import { el } from './element.ts'
import type { Level } from './level.ts'
import { createMarquee } from './marquee-screen.ts'
import { type Play, isDone, makeMove, starsOf, startPlay, turnsOf } from './play.ts'
import { createPlayScreen } from './play-screen.ts'
import { type Unfinished, loadProgress, nextLevel, recordStars, saveProgress } from './progress.ts'
import { LEVELS, actName, actOf, numberedLevel, showOn } from './programme.ts'
import { type Screen, createScreenHolder } from './screen.ts'
import { createSound } from './sound.ts'
import { createStage } from './stage-view.ts'
import { tileGradients } from './tile-view.ts'

/** A level with what stands over it, and where to go from it. */
type Bill = { level: Level; title: string; place: string; note: string; number: number | null }

let progress = loadProgress()
const screens = createScreenHolder()
const sound = createSound(progress.muted)
const stage = createStage(sound)
const voice = el('p', 'voice')
voice.ariaLive = 'polite'
document.body.append(tileGradients(), stage.root, voice)

function show(next: Screen): void {
  stage.close()
  say('')
  screens.show(next)
}

function openMarquee(act = actOf(nextLevel(progress))): void {
  document.documentElement.style.setProperty('--house', '0.7')
  const today = new Date()
  show(createMarquee({ progress, today, act, openLevel, openShow: () => openShow(today), toggleMuted }))
}

function openLevel(number: number): void {
  const level = numberedLevel(number)
  openBill({ level, title: `Level ${number}`, place: actName(actOf(number)), note: noteFor(level, number), number })
}

function openShow(date: Date): void {
  const level = showOn(date)
  const day = date.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
  openBill({ level, title: 'Tonight’s show', place: day, note: noteFor(level, LEVELS), number: null })
}

function openBill(bill: Bill): void {
  const { level, title, place, note, number } = bill
  const play = resume(startPlay(level), progress.unfinished)
  const leave = () => openMarquee(number === null ? undefined : actOf(number))
  const done = (result: Play) => showResult(bill, result, leave)
  show(
    createPlayScreen({ play, title, place, note, muted: progress.muted, sound, say, keep, done, leave, toggleMuted }),
  )
}

function showResult(bill: Bill, play: Play, leave: () => void): void {
  const { level, title, number } = bill
  const turns = turnsOf(play)
  screens.flyOut()
  const again = { label: 'Play again', does: () => openBill(bill) }
  const levels = { label: 'Levels', does: leave }
  const line = `${turns} turns${turns === level.fewestTurns ? ', the fewest there can be' : `; ${level.fewestTurns} would do`}`
  stage.open({
    title: number === null ? 'The show can go on' : `${title} is lit`,
    line: `${line}${play.hints === 0 ? '' : play.hints === 1 ? ', with one hint' : `, with ${play.hints} hints`}.`,
    stars: starsOf(play),
    lamps: listLamps(level.start, level.source).length,
    next: number !== null && number < LEVELS ? { label: 'Next level', does: () => openLevel(number + 1) } : levels,
    others: number !== null && number < LEVELS ? [again, levels] : [again],
  })
}

/** After every move, so that nothing is lost whenever the frame is closed. */
function keep(play: Play): void {
  const { key } = play.level
  const moves = play.moves.map(({ cell, quarters }): [number, number] => [cell, quarters])
  progress = isDone(play)
    ? recordStars(progress, key, starsOf(play))
    : { ...progress, unfinished: { key, moves, hints: play.hints } }
  saveProgress(progress)
}

/** Goes on with a level that was left; a stored play that is done or does not fit begins anew. */
function resume(play: Play, unfinished: Unfinished | null): Play {
  if (unfinished?.key !== play.level.key) return play
  const resumed = unfinished.moves.reduce((before, [cell, quarters]) => makeMove(before, { cell, quarters }), play)
  return isDone(resumed) ? play : { ...resumed, hints: unfinished.hints }
}

function toggleMuted(): boolean {
  progress = { ...progress, muted: !progress.muted }
  saveProgress(progress)
  sound.setMuted(progress.muted)
  say(progress.muted ? 'Sound off.' : 'Sound on.')
  return progress.muted
}

function say(words: string): void {
  voice.textContent = words
}

function noteFor({ grid, bolted }: Level, number: number): string {
  if (number === 1)
    return 'Turn the tiles until the current reaches every lamp. Click or tap turns right. Right-click or hold turns left.'
  if (number === 2) return 'Every wire has to be joined at both ends. Fewer turns earn more stars.'
  const wraps = grid.wraps ? 'Wires go on at the opposite edge. ' : ''
  return wraps + (bolted.size > 0 ? 'Bolted tiles lie right.' : '')
}

window.addEventListener('keydown', (event) => {
  sound.wake()
  document.documentElement.classList.add('by-keys')
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (stageIsOpen() ? pressOnStage(event) : screens.press(event)) event.preventDefault()
})
// Firefox clicks a button when space is let go, which would turn a tile twice.
window.addEventListener('keyup', (event) => {
  if (event.key === ' ' && document.activeElement?.classList.contains('tile')) event.preventDefault()
})
// A finger put down does not count as an input that may start audio; letting go of it does.
window.addEventListener('pointerup', () => sound.wake())
window.addEventListener('pointerdown', () => {
  sound.wake()
  document.documentElement.classList.remove('by-keys')
})

function stageIsOpen(): boolean {
  return stage.root.classList.contains('open')
}

function pressOnStage(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') openMarquee()
  else if (event.key.toLowerCase() === 'm') toggleMuted()
  else return false
  return true
}

openMarquee()
