import { createCalendar } from './calendar-screen.ts'
import { listLamps } from './current.ts'
import { dayOf, nameDay, resultText, streakOn } from './daily.ts'
import { el } from './element.ts'
import type { Level } from './level.ts'
import { describeFittings } from './fitting-words.ts'
import { createMarquee } from './marquee-screen.ts'
import { type Play, isDone, makeMove, starsOf, startPlay, turnsOf } from './play.ts'
import { createPlayScreen } from './play-screen.ts'
import { type Progress, type Unfinished, loadProgress, nextLevel, recordStars, saveProgress } from './progress.ts'
import { LEVELS, LEVELS_PER_ACT, actName, actNews, actOf, numberedLevel, showKey, showOn } from './programme.ts'
import { type Screen, createScreenHolder } from './screen.ts'
import { dailyAddress } from './share.ts'
import { createSound } from './sound.ts'
import { createStage } from './stage-view.ts'
import { tileGradients } from './tile-view.ts'

/** A level, and the screen to which its back button leads. */
type Bill = {
  level: Level
  /** The number of a numbered level; null for a daily show. */
  number: number | null
  day: string | null
  /** Whether a daily puzzle was started after its day. */
  isLate: boolean
  back: { label: string; does: () => void }
}

let progress = loadProgress()
let muted = progress.muted
/** The day that the screens show. */
let today = dayOf(new Date())
/** Redraws the current screen from the stored progress. */
let renew = () => {}
/** Goes back one screen; null on the first screen. */
let goBack: (() => void) | null = null
const screens = createScreenHolder()
const sound = createSound(muted)
const stage = createStage(sound, say)
const voice = el('p', 'voice')
voice.ariaLive = 'polite'
document.body.append(tileGradients(), stage.root, voice)

function show(next: Screen): void {
  stage.close()
  say('')
  screens.show(next)
}

function openMarquee(act = actOf(nextLevel(progress))): void {
  renew = () => openMarquee(act)
  goBack = null
  document.documentElement.style.setProperty('--house', '0.7')
  show(
    createMarquee({
      progress,
      muted,
      today,
      act,
      turned: (to) => (act = to),
      openLevel,
      openShow: () => openShow(today),
      openCalendar,
      toggleMuted,
    }),
  )
}

function openCalendar(): void {
  renew = openCalendar
  goBack = () => openMarquee()
  const back = { label: 'Shows', does: openCalendar }
  show(createCalendar({ progress, today, openShow: (day) => openShow(day, back), leave: goBack }))
}

function openLevel(number: number): void {
  const back = { label: 'Levels', does: () => openMarquee(actOf(number)) }
  openBill({ level: numberedLevel(number), number, day: null, isLate: false, back })
}

/** A puzzle that was started on its day still counts for that day, even if it is finished later. */
function openShow(day: string, back = { label: 'Levels', does: () => openMarquee() }): void {
  const { unfinished } = progress
  const isBegun = unfinished?.key === showKey(day) && unfinished.onTime
  openBill({ level: showOn(day), number: null, day, isLate: day < today && !isBegun, back })
}

function openBill(bill: Bill): void {
  const play = resume(startPlay(bill.level), progress.unfinished)
  const screen = createPlayScreen({
    play,
    title: titleOf(bill),
    place: placeOf(bill),
    note: noteOf(bill),
    back: bill.back,
    muted,
    sound,
    say,
    keep: (kept) => keep(kept, bill.isLate),
    done: (result) => showResult(bill, result),
    toggleMuted,
  })
  renew = () => screen.name(titleOf(bill), noteOf(bill))
  goBack = bill.back.does
  show(screen)
}

function titleOf({ number, day }: Bill): string {
  if (number !== null) return `Level ${number}`
  return day === today ? 'Today’s show' : 'Past show'
}

function placeOf({ number, day }: Bill): string {
  if (day !== null) return nameDay(day, { weekday: 'long', day: 'numeric', month: 'short' })
  return actName(actOf(number ?? 1))
}

function showResult(bill: Bill, play: Play): void {
  const { level, number, day, isLate } = bill
  const turns = turnsOf(play)
  // The result of a past day shows no streak.
  const streak = day === null || isLate ? 0 : streakOn(day, progress)
  renew = () => {}
  screens.flyOut()
  const again = { label: 'Play again', does: () => openBill(bill) }
  const levels = { label: 'Levels', does: () => openMarquee(number === null ? undefined : actOf(number)) }
  const pastShows = { label: 'Past shows', does: openCalendar }
  const line = `${turns} turns${turns === level.fewestTurns ? ', the fewest there can be' : `; ${level.fewestTurns} would do`}`
  stage.open({
    title: number === null ? 'The show can go on' : `${titleOf(bill)} is lit`,
    line: `${line}${play.hints === 0 ? '' : play.hints === 1 ? ', with one hint' : `, with ${play.hints} hints`}.${streak > 1 ? ` ${streak} days in a row.` : ''}`,
    stars: starsOf(play),
    lamps: listLamps(level.start, level.sources).length,
    next: number !== null && number < LEVELS ? { label: 'Next level', does: () => openLevel(number + 1) } : levels,
    others: number !== null && number < LEVELS ? [again, levels] : day === null ? [again] : [pastShows, again],
    ...(day !== null && {
      words: resultText({
        day,
        stars: starsOf(play),
        turns,
        fewest: level.fewestTurns,
        hints: play.hints,
        streak,
        address: dailyAddress(),
      }),
    }),
  })
}

/** Saves after every move, so that nothing is lost when the frame closes. */
function keep(play: Play, isLate: boolean): void {
  const { key, start } = play.level
  const moves = play.moves.map(({ cell, quarters }): [number, number] => [cell, quarters])
  change((before) =>
    isDone(play)
      ? recordStars(before, key, starsOf(play), isLate)
      : { ...before, unfinished: { key, start: start.join(), moves, hints: play.hints, onTime: !isLate } },
  )
}

/** Applies a change to the stored progress, which another tab may have changed in the meantime. */
function change(made: (before: Progress) => Progress): void {
  progress = made(loadProgress(progress))
  saveProgress(progress)
}

/**
 * Resumes an unfinished level. If the stored moves do not match the level, or solve it, the level starts from the
 * beginning.
 */
function resume(play: Play, unfinished: Unfinished | null): Play {
  if (unfinished?.key !== play.level.key || unfinished.start !== play.level.start.join()) return play
  const resumed = unfinished.moves.reduce((before, [cell, quarters]) => makeMove(before, { cell, quarters }), play)
  return isDone(resumed) ? play : { ...resumed, hints: unfinished.hints }
}

/** Redraws the screen after another tab has stored something or a new day has begun, and preserves the focus. */
function renewScreen(): void {
  const buttons = () => [...document.querySelectorAll<HTMLElement>('main button')]
  const at = buttons().findIndex((each) => each === document.activeElement)
  renew()
  buttons()[at]?.focus({ preventScroll: true })
}

function toggleMuted(): boolean {
  muted = !muted
  change((before) => ({ ...before, muted }))
  sound.setMuted(muted)
  say(muted ? 'Sound off.' : 'Sound on.')
  return muted
}

function say(words: string): void {
  voice.textContent = words
}

/** Returns the note below a level. A new player who opened the daily puzzle by its URL also gets the rules. */
function noteOf({ level, number, day, isLate }: Bill): string {
  const isFirst = number === 1 || Object.keys(progress.stars).length === 0
  const isOver = day !== null && day < today && !isLate
  return [
    isOver ? 'Begun on its day, it still counts.' : '',
    isFirst ? describeTurning() : '',
    notificationsOf(level, number),
  ]
    .filter(Boolean)
    .join(' ')
}

function notificationsOf(level: Level, number: number | null): string {
  if (number === 2) return 'Every wire has to be joined at both ends. Fewer turns earn more stars.'
  if (number !== null && number % LEVELS_PER_ACT === 1 && actNews(actOf(number))) return actNews(actOf(number))
  return describeFittings(level)
}

/** Returns the basic rule, worded for mouse and keyboard or for touch. */
function describeTurning(): string {
  const turns = matchMedia('(pointer: coarse)').matches
    ? 'Tap turns right, hold turns left.'
    : 'Click or Space turns right, right-click or Shift+Space left.'
  return `Turn the tiles until every one carries current. ${turns}`
}

// The page has focused the frame, but nothing inside it has the focus.
window.addEventListener('focus', () => {
  if (document.activeElement === document.body) screens.focus()
})
window.addEventListener('storage', () => {
  const before = JSON.stringify(progress)
  progress = loadProgress(progress)
  if (JSON.stringify(progress) !== before) renewScreen()
})
window.addEventListener('keydown', (event) => {
  sound.wake()
  document.documentElement.classList.add('by-keys')
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (stageIsOpen() ? pressOnStage(event) : screens.press(event)) event.preventDefault()
})
// Firefox clicks a focused button on keyup of Space, which would turn a tile twice.
window.addEventListener('keyup', (event) => {
  if (event.key === ' ' && document.activeElement?.classList.contains('tile')) event.preventDefault()
})
// Browsers allow audio after the finger is lifted, not when it touches the screen.
window.addEventListener('pointerup', () => sound.wake())
window.addEventListener('pointerdown', () => {
  sound.wake()
  document.documentElement.classList.remove('by-keys')
})

function stageIsOpen(): boolean {
  return stage.root.classList.contains('open')
}

function pressOnStage(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'm') return false
  toggleMuted()
  return true
}

// Also updates a page that has been open since before midnight.
setInterval(() => {
  if (today === dayOf(new Date())) return
  today = dayOf(new Date())
  renewScreen()
}, 1000)

if (window.playhall)
  window.playhall.back = () => {
    const isWithin = goBack !== null
    goBack?.()
    return isWithin
  }

if (opensDaily()) openShow(today)
else openMarquee()

/** Whether the portal was opened at /games/lamplighter#daily. */
function opensDaily(): boolean {
  return window.playhall?.open === 'daily'
}
