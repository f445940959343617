import { nameCell } from './cell-name.ts'
import { chaseDelays } from './chase.ts'
import { flowFrom } from './current.ts'
import { el } from './element.ts'
import { createPorts } from './port-view.ts'
import type { Move, Play } from './play.ts'
import { drawTile, startQuarters } from './tile-view.ts'
import { listenForPresses } from './touch-hold.ts'
import { DOWN, LEFT, RIGHT, UP, neighbourOf, quartersBetween } from './wiring.ts'

export type Board = {
  root: HTMLElement
  /** Draws a state of the play; a move tells which way its tile turned. Gives the delay in seconds of every tile. */
  show: (play: Play, move?: Move) => number[]
  refuse: (cell: number) => void
  /** Points out a tile that a hint has set right. */
  mark: (cell: number) => void
  nameOf: (cell: number) => string
  finish: () => void
  focus: () => void
  focusBeside: (key: string) => void
  focusedCell: () => number | null
}

type Tile = { root: HTMLButtonElement; wire: SVGElement; mask: number; quarters: number }

const ARROWS: Record<string, number> = { ArrowUp: UP, ArrowRight: RIGHT, ArrowDown: DOWN, ArrowLeft: LEFT }

export function createBoard(play: Play, turn: (cell: number, quarters: number) => void): Board {
  const { grid, source, bolted } = play.level
  const tiles = play.masks.map((mask, cell) => createTile(mask, cell === source, bolted.has(cell)))
  const board = el('div', 'board', ...tiles.map(({ root }) => root))
  board.role = 'group'
  board.ariaLabel = `Wiring, ${grid.size} rows of ${grid.size}${grid.wraps ? ', wrapping round the edges' : ''}`
  const panel = el('div', grid.wraps ? 'panel wraps' : 'panel', el('i', 'rope'), el('i', 'rope'), board)
  panel.style.setProperty('--n', String(grid.size))
  const ports = grid.wraps ? createPorts(panel, grid) : null
  let distances: readonly number[] = play.masks.map(() => -1)
  let current = source

  const cellOf = (target: Element | null) => {
    const cell = tiles.findIndex(({ root }) => target !== null && root.contains(target))
    return cell === -1 ? null : cell
  }
  const makeCurrent = (cell: number) => {
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
  makeCurrent(source)

  return {
    root: panel,
    show: ({ masks }, move) => {
      const after = flowFrom(grid, masks, source)
      const delays = chaseDelays(distances, after)
      tiles.forEach((tile, cell) => {
        const mask = masks[cell] ?? 0
        const lit = (after[cell] ?? -1) >= 0
        const quarters = move?.cell === cell ? move.quarters : (quartersBetween(tile.mask, mask) ?? 0)
        if (quarters) turnTile(tile, mask, quarters)
        tile.root.style.setProperty('--delay', `${(delays[cell] ?? 0).toFixed(3)}s`)
        tile.root.style.setProperty('--far', String(Math.max(0, after[cell] ?? 0)))
        tile.root.classList.toggle('lit', lit)
        tile.root.ariaLabel = nameCell({ grid, cell, mask, lit, isSource: cell === source, isBolted: bolted.has(cell) })
      })
      ports?.show(masks, after, delays)
      distances = after
      return delays
    },
    refuse: (cell) => replay(tiles[cell]?.root, 'refuses'),
    mark: (cell) => replay(tiles[cell]?.root, 'hinted'),
    nameOf: (cell) => tiles[cell]?.root.ariaLabel ?? '',
    finish: () => panel.classList.add('done'),
    focus: () => tiles[current]?.root.focus({ preventScroll: true }),
    focusBeside: (key) => {
      const side = ARROWS[key]
      const cell = side && board.contains(document.activeElement) ? neighbourOf(grid, current, side) : current
      if (cell !== null) makeCurrent(cell)
      tiles[current]?.root.focus({ preventScroll: true })
    },
    focusedCell: () => cellOf(document.activeElement),
  }
}

function createTile(mask: number, isSource: boolean, isBolted: boolean): Tile {
  const { picture, wire } = drawTile(mask, isSource, isBolted)
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

/** Runs a class's animation from its start, also where it is running already. */
function replay(element: HTMLElement | undefined, className: string): void {
  element?.classList.remove(className)
  void element?.offsetWidth
  element?.classList.add(className)
}
