/**
 * The page around the engine of minesweeper-for-web. The package's own element contains icons of unknown ownership. So
 * the rules are the package's, and the field is ours, with a safe first step and keys.
 */
import { MinesweeperEngine } from 'minesweeper-for-web/engine'
import type { Stage } from '../stage/stage.ts'

declare const stage: Stage

const LEVELS = {
  easy: { columns: 9, rows: 9, bombs: 10 },
  medium: { columns: 16, rows: 16, bombs: 40 },
  hard: { columns: 30, rows: 16, bombs: 99 },
}
const LONG_PRESS_MS = 380
const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const find = <E extends HTMLElement = HTMLElement>(selector: string) => document.querySelector<E>(selector)!
const field = find('#board')
const levels = find<HTMLSelectElement>('#level')
const flagButton = find('#flagging')
const engine = new MinesweeperEngine(
  () => end(true),
  () => end(false),
)
let cells: HTMLButtonElement[][] = []
/** The square with the keyboard focus. */
let here: HTMLButtonElement
let isStarted = false
let startedAt = 0
let endedAt = 0
let restingSince = 0
let pressTimer = 0
let wasLongPress = false

levels.value = localStorage.getItem('level') ?? 'easy'
if (!levels.value) levels.value = 'easy'
levels.addEventListener('change', () => {
  localStorage.setItem('level', levels.value)
  startGame()
})
find('#restart').addEventListener('click', () => {
  startGame()
  here.focus({ preventScroll: true })
})
flagButton.addEventListener('click', () => setFlagging(!isFlagging()))
field.addEventListener('click', (event) => !wasLongPress && onCell(event, isFlagging() ? flag : open))
field.addEventListener('contextmenu', (event) => {
  event.preventDefault()
  // On a touch screen a long press also opens the menu, and has already set its flag.
  if (!wasLongPress) onCell(event, flag)
})
field.addEventListener('pointerdown', (event) => {
  wasLongPress = false
  clearTimeout(pressTimer)
  if (event.pointerType !== 'touch') return
  pressTimer = window.setTimeout(() => {
    wasLongPress = true
    onCell(event, flag)
    navigator.vibrate?.(40)
  }, LONG_PRESS_MS)
})
for (const type of ['pointerup', 'pointercancel', 'pointermove'] as const) {
  field.addEventListener(type, (event) => {
    if (type !== 'pointermove' || Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(pressTimer)
  })
}
field.addEventListener('keydown', onKey)
field.addEventListener('focusin', (event) => {
  here.tabIndex = -1
  here = event.target as HTMLButtonElement
  here.tabIndex = 0
})
setInterval(drawTime, 250)
stage.onRest((isResting) => {
  if (isResting) restingSince = Date.now()
  else if (startedAt) startedAt += Date.now() - restingSince
  if (!isResting) takeKeyboard()
})
startGame()
takeKeyboard()
window.addEventListener('focus', takeKeyboard)
window.addEventListener('resize', letPan)

function startGame(): void {
  const level = LEVELS[levels.value as keyof typeof LEVELS] ?? LEVELS.easy
  // A tall frame turns the field upright.
  const isTall = innerHeight > innerWidth && level.columns > level.rows
  const columns = isTall ? level.rows : level.columns
  const rows = isTall ? level.columns : level.rows
  engine.createBoard(columns, rows, level.bombs)
  isStarted = false
  startedAt = endedAt = 0
  setFlagging(false)
  buildField(columns, rows)
  const rest = field.classList.contains('pans') ? ' Drag to see the rest of the field.' : ''
  say(`Open every square that has no mine. ${stage.words('Right-click or F', 'A long press')} sets a flag.${rest}`)
  draw()
}

/** Focuses the field unless a button or the list of boards has the focus. Touch needs no focus ring on a square. */
function takeKeyboard(): void {
  const isFree = document.hasFocus() && document.activeElement === document.body
  if (isFree && !window.matchMedia('(pointer: coarse)').matches) here.focus({ preventScroll: true })
}

/** Lets the field scroll only if it is too large; otherwise drags do nothing. */
function letPan(): void {
  field.classList.add('pans')
  field.classList.toggle(
    'pans',
    field.scrollWidth > field.clientWidth + 1 || field.scrollHeight > field.clientHeight + 1,
  )
}

function buildField(columns: number, rows: number): void {
  document.documentElement.style.setProperty('--columns', String(columns))
  document.documentElement.style.setProperty('--rows', String(rows))
  cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const cell = document.createElement('button')
      cell.type = 'button'
      cell.setAttribute('role', 'gridcell')
      cell.tabIndex = row || column ? -1 : 0
      cell.dataset.row = String(row)
      cell.dataset.column = String(column)
      return cell
    }),
  )
  field.replaceChildren(
    ...cells.map((row) => {
      const line = document.createElement('div')
      line.setAttribute('role', 'row')
      line.append(...row)
      return line
    }),
  )
  here = cells[0]![0]!
  letPan()
}

function onCell(event: Event, act: (row: number, column: number) => void): void {
  const cell = (event.target as HTMLElement).closest<HTMLElement>('[role=gridcell]')
  if (!cell || engine.isGameOver || stage.isShowing()) return
  act(Number(cell.dataset.row), Number(cell.dataset.column))
  draw()
}

function onKey(event: KeyboardEvent): void {
  const cell = event.target as HTMLElement
  const step = STEPS[event.key]
  if (step) {
    const next = cells[Number(cell.dataset.row) + step[0]]?.[Number(cell.dataset.column) + step[1]]
    if (!next) return
    next.focus()
    event.preventDefault()
  } else if (event.key.toLowerCase() === 'f') onCell(event, flag)
  else wasLongPress = false
}

function open(row: number, column: number): void {
  if (!isStarted) {
    isStarted = true
    startedAt = Date.now()
    // The engine places its mines before the first step: deal again until that step is safe and opens a space.
    for (let deal = 0; deal < 500 && engine.board.positions[row]![column] !== 0; deal++) engine.restart()
    say('')
  }
  if (engine.board.flags[row]![column]) return
  if (engine.board.revealedFields[row]![column]) openAround(row, column)
  else engine.selectField(row, column)
  if (!engine.isGameOver) stage.sound('tick')
}

/** Pressing a number whose flags are all set opens its other neighbours. */
function openAround(row: number, column: number): void {
  const around = neighbours(row, column)
  const flags = around.filter(([r, c]) => engine.board.flags[r]![c]).length
  if (flags !== engine.board.positions[row]![column]) return
  for (const [r, c] of around) {
    if (!engine.isGameOver && !engine.board.flags[r]![c] && !engine.board.revealedFields[r]![c])
      engine.selectField(r, c)
  }
}

function neighbours(row: number, column: number): [number, number][] {
  const found: [number, number][] = []
  for (let r = row - 1; r <= row + 1; r++) {
    for (let c = column - 1; c <= column + 1; c++) if ((r !== row || c !== column) && cells[r]?.[c]) found.push([r, c])
  }
  return found
}

function flag(row: number, column: number): void {
  if (!isStarted) return say('Open a first square; then flags can be set.')
  engine.toggleFlag(row, column)
  stage.sound('flap')
}

function isFlagging(): boolean {
  return flagButton.getAttribute('aria-pressed') === 'true'
}

function setFlagging(isOn: boolean): void {
  flagButton.setAttribute('aria-pressed', String(isOn))
}

function end(isWon: boolean): void {
  endedAt = Date.now()
  stage.sound(isWon ? 'win' : 'crash')
  if (!isWon) return say('That was a mine. Try again?')
  const seconds = Math.floor((endedAt - startedAt) / 1000)
  const before = stage.saved(bestKey())
  if (before === null || seconds < before) localStorage.setItem(bestKey(), String(seconds))
  say(`Field cleared in ${seconds} seconds!`)
}

function bestKey(): string {
  return `best-${levels.value}`
}

function say(text: string): void {
  find('#said').textContent = text
}

function draw(): void {
  const { positions, flags, revealedFields, bombs, flagCounter } = engine.board
  const isLost = positions.some((row) => row.includes('BOMB_EXPLODE'))
  cells.forEach((line, row) =>
    line.forEach((cell, column) => {
      const value = positions[row]![column]!
      const isFlag = flags[row]![column]!
      const isOpen = revealedFields[row]![column]! && !isFlag
      const isMine = isOpen && typeof value === 'string'
      cell.className = [
        isOpen && 'open',
        isFlag && 'flag',
        isMine && 'mine',
        isMine && value === 'BOMB_EXPLODE' && 'exploded',
        isFlag && isLost && typeof value === 'number' && 'wrong',
      ]
        .filter(Boolean)
        .join(' ')
      const near = isOpen && typeof value === 'number' && value > 0 ? String(value) : ''
      cell.textContent = near
      cell.dataset.near = near
      const content = isFlag ? 'flag' : isMine ? 'mine' : isOpen ? near || 'empty' : 'closed'
      cell.setAttribute('aria-label', `Row ${row + 1}, column ${column + 1}: ${content}`)
    }),
  )
  find('#mines').textContent = String(bombs - flagCounter)
  find('#best').textContent = String(stage.saved(bestKey()) ?? '–')
  drawTime()
}

function drawTime(): void {
  const until = endedAt || (stage.isShowing() ? restingSince : Date.now())
  find('#time').textContent = String(startedAt ? Math.floor((until - startedAt) / 1000) : 0)
}
