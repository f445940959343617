import { createBoard } from './board-view.ts'
import { flowThrough, isLampLit, listLamps } from './current.ts'
import { el, isCalm } from './element.ts'
import { createControls } from './control-view.ts'
import { type Move, type Play, isCovered, isDone, makeMove, mayTurn, restartPlay, takeHint, undoMove } from './play.ts'
import type { Screen } from './screen.ts'
import type { Sound } from './sound.ts'
import { createStatus } from './status-view.ts'

type Options = {
  play: Play
  title: string
  /** The act or the day. */
  place: string
  note: string
  muted: boolean
  sound: Sound
  say: (words: string) => void
  keep: (play: Play) => void
  done: (play: Play) => void
  back: { label: string; does: () => void }
  toggleMuted: () => boolean
}

/** How long the lit board is visible before the curtain opens, in ms. */
const SHINE = 1500

export function createPlayScreen({ play: started, sound, say, keep, done, ...options }: Options) {
  let play = started
  let finished = false
  const waiting: number[] = []
  const lamps = listLamps(play.level.start, play.level.sources)
  const status = createStatus({ ...options, lamps: lamps.length })
  const board = createBoard(play, (cell, quarters) => turn({ cell, quarters }))
  const litLamps = () => {
    const flow = flowThrough(play.level, play.masks)
    return lamps.filter((cell) => isLampLit(play.level, flow, cell))
  }

  const show = (next: Play, move?: Move) => {
    const litBefore = new Set(litLamps())
    play = next
    const delays = board.show(play, move)
    const lit = litLamps()
    const fresh = lit.filter((cell) => !litBefore.has(cell)).toSorted((a, b) => (delays[a] ?? 0) - (delays[b] ?? 0))
    if (move) fresh.forEach((cell, index) => sound.lamp(lit.length - fresh.length + index, delays[cell] ?? 0))
    status.show(play, lit.length)
    document.documentElement.style.setProperty('--house', (lit.length / lamps.length).toFixed(3))
    if (isDone(play)) finish(Math.max(...delays))
  }
  const turn = (move: Move) => {
    if (finished) return
    if (!mayTurn(play, move.cell)) {
      board.refuse(move.cell)
      sound.refuse()
      if (isCovered(play, move.cell)) say('Covered. Bring light beside it.')
      return
    }
    sound.turn(move.quarters < 0)
    show(makeMove(play, move), move)
    keep(play)
    say(`${board.nameOf(move.cell)}. ${litLamps().length} of ${lamps.length} lamps lit.`)
  }
  const finish = (chase: number) => {
    finished = true
    controls.stop()
    const pause = isCalm() ? 0 : chase * 1000
    const shine = () => {
      board.finish()
      sound.chord()
    }
    waiting.push(
      window.setTimeout(shine, pause),
      window.setTimeout(() => done(play), pause + SHINE),
    )
  }
  const controls = createControls({
    muted: options.muted,
    undo: () => {
      if (finished || play.moves.length === 0) return
      const last = play.moves.at(-1)
      sound.turn((last?.quarters ?? 0) > 0)
      show(undoMove(play), last && { cell: last.cell, quarters: -last.quarters })
      keep(play)
      say('Last turn undone.')
    },
    restart: () => {
      if (finished || play.moves.length === 0) return
      sound.curtain()
      show(restartPlay(play))
      keep(play)
      say('Started again.')
    },
    hint: () => {
      const hint = takeHint(play)
      if (finished || !hint) return
      sound.turn(hint.move.quarters < 0)
      show(hint.play, hint.move)
      board.mark(hint.move.cell)
      keep(play)
      say(`Hint: ${board.nameOf(hint.move.cell)}.`)
    },
    toggleMuted: options.toggleMuted,
  })
  show(play)

  const screen: Screen = {
    root: el('main', 'play', status.root, el('div', 'hang', board.root), controls.root),
    focus: board.focus,
    press: (event) => {
      const key = event.key.toLowerCase()
      const cell = board.focusedCell()
      if (key.startsWith('arrow')) board.focusNeighbour(event.key)
      else if ((key === ' ' || key === 'enter') && cell !== null) {
        if (!event.repeat) turn({ cell, quarters: event.shiftKey ? -1 : 1 })
      } else return controls.press(key)
      return true
    },
    left: () => waiting.forEach((timer) => window.clearTimeout(timer)),
  }
  return { ...screen, name: status.name }
}
