import { nameCell } from './cell-name.ts'
import { chaseDelays } from './chase.ts'
import { flowThrough, isLampLit } from './current.ts'
import { el } from './element.ts'
import { createBeams } from './fitting-view.ts'
import { type Level, turningWith } from './level.ts'
import { createPorts } from './port-view.ts'
import { type Move, type Play, isCovered } from './play.ts'
import { type Look, drawTile, startQuarters } from './tile-view.ts'
import { listenForPresses } from './touch-hold.ts'
import { DOWN, LEFT, RIGHT, UP, neighbourOf, quartersBetween } from './wiring.ts'

export type Board = {
  root: HTMLElement
  /**
   * Shows the state `play`. With `move`, the moved tiles turn in its direction. Returns the delay in seconds after
   * which the current reaches each tile.
   */
  show: (play: Play, move?: Move) => number[]
  refuse: (cell: number) => void
  /** Highlights a tile that a hint has turned. */
  mark: (cell: number) => void
  nameOf: (cell: number) => string
  finish: () => void
  focus: () => void
  focusNeighbour: (key: string) => void
  focusedCell: () => number | null
}

type Tile = { root: HTMLButtonElement; wire: SVGElement; mask: number; quarters: number }

const ARROWS: Record<string, number> = { ArrowUp: UP, ArrowRight: RIGHT, ArrowDown: DOWN, ArrowLeft: LEFT }

export function createBoard(play: Play, turn: (cell: number, quarters: number) => void): Board {
  const { level } = play
  const { grid, sources } = level
  const tiles = play.masks.map((mask, cell) => createTile(lookOf(level, mask, cell)))
  const board = el('div', 'board', ...tiles.map(({ root }) => root))
  board.role = 'group'
  board.ariaLabel = `Wiring, ${grid.size} rows of ${grid.size}${grid.wraps ? ', wrapping round the edges' : ''}`
  const panel = el('div', grid.wraps ? 'panel wraps' : 'panel', el('i', 'rope'), el('i', 'rope'), board)
  panel.style.setProperty('--n', String(grid.size))
  createBeams(panel, grid)
  const ports = grid.wraps ? createPorts(panel, grid) : null
  let distances: readonly number[] = play.masks.map(() => -1)
  let current = sources[0] ?? 0

  const cellOf = (target: Element | null) => {
    const cell = tiles.findIndex(({ root }) => target !== null && root.contains(target))
    return cell === -1 ? null : cell
  }
  const makeCurrent = (cell: number) => {
    const partner = turningWith(level, cell)[1]
    tiles.forEach(({ root }, other) => root.classList.toggle('partner', other === partner))
    tiles[current]?.root.setAttribute('tabindex', '-1')
    tiles[cell]?.root.setAttribute('tabindex', '0')
    current = cell
  }
  const turnAt = (target: Element, quarters: number) => {
    const cell = cellOf(target)
    if (cell !== null) turn(cell, quarters)
  }
  board.addEventListener('focusin', (event) => makeCurrent(cellOf(event.target as Element) ?? current))
  listenForPresses(board, { press: (target) => turnAt(target, 1), hold: (target) => turnAt(target, -1) })
  makeCurrent(current)

  return {
    root: panel,
    show: (next, move) => {
      const { masks } = next
      const flow = flowThrough(level, masks)
      const after = flow.distances
      const delays = chaseDelays(distances, after)
      const moved = move ? turningWith(level, move.cell) : []
      tiles.forEach((tile, cell) => {
        const { root } = tile
        const mask = masks[cell] ?? 0
        const quarters = move && moved.includes(cell) ? move.quarters : (quartersBetween(tile.mask, mask) ?? 0)
        if (quarters) turnTile(tile, mask, quarters)
        root.style.setProperty('--delay', `${(delays[cell] ?? 0).toFixed(3)}s`)
        root.style.setProperty('--far', String(Math.max(0, after[cell] ?? 0)))
        root.classList.toggle('lit', (after[cell] ?? -1) >= 0)
        root.classList.toggle('second', flow.currents[cell] === 1)
        root.classList.toggle('wrong', level.glass.has(cell) && !isLampLit(level, flow, cell))
        root.classList.toggle('blown', flow.blown.has(cell))
        root.classList.toggle('covered', isCovered(next, cell))
        root.ariaLabel = nameCell(next, flow, cell)
      })
      ports?.show(masks, flow, delays)
      distances = after
      return delays
    },
    refuse: (cell) => replay(tiles[cell]?.root, 'refuses'),
    mark: (cell) => replay(tiles[cell]?.root, 'hinted'),
    nameOf: (cell) => tiles[cell]?.root.ariaLabel ?? '',
    finish: () => panel.classList.add('done'),
    focus: () => tiles[current]?.root.focus({ preventScroll: true }),
    focusNeighbour: (key) => {
      const side = ARROWS[key]
      const cell = side && board.contains(document.activeElement) ? neighbourOf(grid, current, side) : current
      if (cell !== null) makeCurrent(cell)
      tiles[current]?.root.focus({ preventScroll: true })
    },
    focusedCell: () => cellOf(document.activeElement),
  }
}

function lookOf(level: Level, mask: number, cell: number): Look {
  const { sources, bolted, glass, fuses, gears } = level
  const source = sources.indexOf(cell)
  const pairs = [...gears].filter(([one, other]) => one < other)
  const pair = pairs.findIndex((cells) => cells.includes(cell))
  return {
    mask,
    source: source === -1 ? undefined : source,
    isBolted: bolted.has(cell),
    glass: glass.get(cell),
    fuse: fuses.get(cell),
    gear: pair === -1 ? undefined : String.fromCodePoint(65 + pair),
  }
}

function createTile(look: Look): Tile {
  const { mask, isBolted } = look
  const { picture, wire } = drawTile(look)
  const root = el('button', isBolted ? 'tile bolted' : 'tile', picture)
  root.type = 'button'
  root.tabIndex = -1
  if (isBolted) root.ariaDisabled = 'true'
  const quarters = startQuarters(mask)
  wire.style.setProperty('--turn', `${quarters * 90}deg`)
  return { root, wire, mask, quarters }
}

function turnTile(tile: Tile, mask: number, quarters: number): void {
  tile.mask = mask
  tile.quarters += quarters
  tile.wire.style.setProperty('--turn', `${tile.quarters * 90}deg`)
}

/** Restarts a class's animation, even while it is running. */
function replay(element: HTMLElement | undefined, className: string): void {
  element?.classList.remove(className)
  void element?.offsetWidth
  element?.classList.add(className)
}
