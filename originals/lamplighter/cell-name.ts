import { type Grid, DOWN, LEFT, RIGHT, UP, kindOf } from './wiring.ts'

const SIDE_NAMES = [
  [UP, 'up'],
  [RIGHT, 'right'],
  [DOWN, 'down'],
  [LEFT, 'left'],
] as const

type Cell = { grid: Grid; cell: number; mask: number; lit: boolean; isSource: boolean; isBolted: boolean }

/** What a screen reader says of a tile, such as "row 2, column 3, corner up and right, lit". */
export function nameCell({ grid, cell, mask, lit, isSource, isBolted }: Cell): string {
  const place = `row ${Math.floor(cell / grid.size) + 1}, column ${(cell % grid.size) + 1}`
  return [place, nameTile(mask, isSource), lit ? 'lit' : 'dark', ...(isBolted ? ['bolted down'] : [])].join(', ')
}

function nameTile(mask: number, isSource: boolean): string {
  const sides = SIDE_NAMES.flatMap(([side, name]) => (mask & side ? [name] : []))
  const last = sides.pop() ?? ''
  return `${isSource ? 'source' : kindOf(mask)} ${sides.length > 0 ? `${sides.join(', ')} and ` : ''}${last}`
}
