/**
 * The page around the engine of 2048-webcomponent. The package's own element loads a font from Google, which a game on
 * the portal may not do. So the rules are the package's, and the board and the saved game are ours.
 */
import { Engine } from '2048-webcomponent/engine'
import type { Stage } from '../stage/stage.ts'
import { slideTiles, type Move } from './slide-tiles.ts'

declare const stage: Stage

const SIZE = 4
const SWIPE_PIXELS = 24
const KEYS: Record<string, Move> = {
  ArrowUp: 'UP',
  ArrowRight: 'RIGHT',
  ArrowDown: 'DOWN',
  ArrowLeft: 'LEFT',
  w: 'UP',
  d: 'RIGHT',
  s: 'DOWN',
  a: 'LEFT',
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const board = find('#board')
const result = find('#result')
const restart = find('#restart')
/** Whether the board has been played on: then one press must not discard it. */
let isBegun = false
let engine: Engine
let tiles = new Map<number, HTMLElement>()
let swipeFrom: { x: number; y: number } | null = null

drawPlaces()
startGame(readState())

document.addEventListener('keydown', (event) => {
  const direction = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (direction && !event.ctrlKey && !event.metaKey && !event.altKey) play(direction)
})
document.addEventListener('pointerdown', (event) => (swipeFrom = { x: event.clientX, y: event.clientY }))
document.addEventListener('pointerup', () => (swipeFrom = null))
document.addEventListener('pointermove', onSwipe)
restart.addEventListener('click', () => {
  if (!isBegun || isAsking()) return startGame()
  askBeforeRestart()
})
restart.addEventListener('blur', stopAsking)
find('#how').textContent = stage.words(
  'Arrow keys push every tile. Two that are alike become one.',
  'Swipe to push every tile. Two that are alike become one.',
)

/** Creates a new engine each time, since its restart() does not reset that 2048 was reached. */
function startGame(state?: SavedState): void {
  isBegun = state !== undefined
  stopAsking()
  result.hidden = true
  engine = new Engine(
    () => showResult('2048!', 'You made it. How far can you go?', 'Keep going', () => (result.hidden = true)),
    () => showResult('No moves left', `You scored ${engine.score}.`, 'New game', () => startGame()),
  )
  engine.createBoard(SIZE, SIZE, state as Parameters<Engine['createBoard']>[2])
  drawTiles()
  drawFigures()
}

function play(direction: Move): void {
  type Direction = Parameters<Engine['move']>[0]
  if (stage.isShowing() || !result.hidden || !engine.isMoveValid(direction as Direction)) return
  const slides = slideTiles(engine.positions, direction)
  const before = engine.score
  engine.move(direction as Direction)
  const won = engine.score - before
  // The larger the new tile, the higher the tone.
  if (won) stage.sound('join', 2 ** (Math.min(11, Math.log2(won)) / 12))
  else stage.sound('slide')
  drawTiles(slides)
  drawFigures()
  saveState()
  isBegun = true
  stopAsking()
}

const isAsking = () => restart.classList.contains('asking')

function askBeforeRestart(): void {
  restart.classList.add('asking')
  restart.textContent = 'Sure? New game'
}

function stopAsking(): void {
  restart.classList.remove('asking')
  restart.textContent = 'New game'
}

function onSwipe(event: PointerEvent): void {
  if (!swipeFrom) return
  const x = event.clientX - swipeFrom.x
  const y = event.clientY - swipeFrom.y
  if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE_PIXELS) return
  swipeFrom = null
  if (Math.abs(x) > Math.abs(y)) play(x > 0 ? 'RIGHT' : 'LEFT')
  else play(y > 0 ? 'DOWN' : 'UP')
}

function drawPlaces(): void {
  for (let cell = 0; cell < SIZE * SIZE; cell++) board.append(place(document.createElement('div'), 'place', cell))
}

/** Updates the tiles to the engine's board: moves those that slid, merges pairs, adds new ones. */
function drawTiles(slides: Map<number, number> = new Map()): void {
  const moved = new Map<number, HTMLElement>()
  for (const [from, tile] of tiles) {
    const to = slides.get(from)
    if (to === undefined) tile.remove()
    else if (moved.has(to)) setTimeout(() => tile.remove(), 110)
    else moved.set(to, tile)
    if (to !== undefined) place(tile, 'tile', to)
  }
  tiles = new Map()
  engine.positions.flat().forEach((value, cell) => {
    if (!value) return moved.get(cell)?.remove()
    const known = moved.get(cell)
    const tile = known ?? place(document.createElement('div'), 'tile', cell)
    if (!known) board.append(tile)
    if (tile.textContent !== String(value)) {
      tile.classList.add(known ? 'merged' : 'born')
      tile.textContent = tile.dataset.value = String(value)
      tile.dataset.digits = String(String(value).length)
    }
    tiles.set(cell, tile)
  })
  board.setAttribute(
    'aria-label',
    `The board: ${engine.positions.map((row) => row.map((v) => v ?? 0).join(' ')).join('; ')}`,
  )
}

function place(element: HTMLElement, className: string, cell: number): HTMLElement {
  element.className = className
  element.style.setProperty('--x', String(cell % SIZE))
  element.style.setProperty('--y', String(Math.floor(cell / SIZE)))
  return element
}

function drawFigures(): void {
  const best = Math.max(engine.score, stage.saved('best') ?? 0)
  if (best) localStorage.setItem('best', String(best))
  find('#score').textContent = String(engine.score)
  find('#best').textContent = String(best)
  find('#said').textContent = `Score ${engine.score}`
}

function showResult(title: string, text: string, label: string, go: () => void): void {
  const button = result.querySelector('button')!
  result.querySelector('strong')!.textContent = title
  result.querySelector('p')!.textContent = text
  button.textContent = label
  button.onclick = go
  stage.sound(label === 'New game' ? 'lose' : 'win')
  // Show the last slide before the card covers it.
  setTimeout(() => {
    result.hidden = false
    button.focus()
  }, 500)
}

type SavedState = { positions: (number | undefined)[][]; score: number }

function saveState(): void {
  if (engine.isGameOver) localStorage.removeItem('state')
  else localStorage.setItem('state', JSON.stringify({ positions: engine.positions, score: engine.score }))
}

function readState(): SavedState | undefined {
  try {
    const state = JSON.parse(localStorage.getItem('state') ?? '') as { positions: (number | null)[][]; score: number }
    const isTile = (value: unknown) => value === null || (Number.isInteger(value) && Number(value) > 0)
    const isWhole =
      state.positions.length === SIZE && state.positions.every((row) => row.length === SIZE && row.every(isTile))
    if (!isWhole || !Number.isInteger(state.score)) return undefined
    // JSON has no undefined, which is an empty cell in the engine.
    return { positions: state.positions.map((row) => row.map((value) => value ?? undefined)), score: state.score }
  } catch {
    return undefined
  }
}
