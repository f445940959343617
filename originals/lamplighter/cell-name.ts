import { type Flow, isLampLit } from './current.ts'
import { turningWith } from './level.ts'
import { type Play, isCovered } from './play.ts'
import { DOWN, LEFT, RIGHT, UP, kindOf, outletOf, sideKey } from './wiring.ts'

const SIDE_NAMES = [
  [UP, 'up'],
  [RIGHT, 'right'],
  [DOWN, 'down'],
  [LEFT, 'left'],
] as const

const COLOURS = ['amber', 'blue']

/** Returns a tile's name for screen readers, such as "row 2, column 3, corner up and right, lit". */
export function nameCell(play: Play, flow: Flow, cell: number): string {
  const { level } = play
  const { grid, bolted, fuses } = level
  const place = nameOfPlace(grid.size, cell)
  const beams = SIDE_NAMES.flatMap(([side, name]) => (grid.beams?.has(sideKey(cell, side)) ? [name] : []))
  const [, partner] = turningWith(level, cell)
  return [
    place,
    isCovered(play, cell) ? 'covered' : nameTile(play, cell),
    nameLight(play, flow, cell),
    ...(bolted.has(cell) ? ['bolted down'] : []),
    ...(partner === undefined ? [] : [`turns with ${nameOfPlace(grid.size, partner)}`]),
    ...(fuses.has(cell) ? [`fuse for ${fuses.get(cell)} lamps${flow.blown.has(cell) ? ', blown' : ''}`] : []),
    ...(beams.length > 0 ? [`beam ${joinWords(beams)}`] : []),
  ].join(', ')
}

function nameOfPlace(size: number, cell: number): string {
  return `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`
}

function nameTile({ level, masks }: Play, cell: number): string {
  const mask = masks[cell] ?? 0
  const sides = joinWords(SIDE_NAMES.flatMap(([side, name]) => (mask & side ? [name] : [])))
  const source = level.sources.indexOf(cell)
  const glass = level.glass.get(cell)
  const outlet = SIDE_NAMES.find(([side]) => side === outletOf(mask))
  if (source >= 0) return `${level.sources.length > 1 ? `${COLOURS[source]} ` : ''}source ${sides}`
  if (outlet) return `one-way wire ${sides}, leading ${outlet[1]}`
  return `${glass === undefined ? '' : `${COLOURS[glass]} `}${kindOf(mask)} ${sides}`
}

function nameLight({ level }: Play, flow: Flow, cell: number): string {
  const current = flow.currents[cell] ?? -1
  if (current < 0) return 'dark'
  if (level.glass.has(cell) && !isLampLit(level, flow, cell)) return 'dark on the wrong current'
  return level.sources.length > 1 ? `lit ${COLOURS[current]}` : 'lit'
}

function joinWords(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
}
