import { expect, test } from 'vitest'
import type { HomeArrangement } from '../../db/schema/arrangement.server.ts'
import { AUTOMATIC, rowsOf } from '../home-rows.ts'
import {
  addCollection,
  type Edit,
  moveItem,
  pinGame,
  putInOrder,
  removeRow,
  renameRow,
  switchRow,
  unpinAll,
  unpinGame,
} from './arrangement-edits.ts'
import { PINS_MAX } from './arrangement-rules.ts'
import { describeChanges } from './describe-changes.ts'

const START: HomeArrangement = { ...AUTOMATIC, rows: rowsOf(AUTOMATIC, () => true) }
const after = (...edits: Edit[]) => edits.reduce<HomeArrangement>((now, edit) => edit(now) as HomeArrangement, START)
const names = ({ rows }: HomeArrangement) => rows.map(({ row }) => row)
const first = names(START)
const rowIn = (arrangement: HomeArrangement, row: string) => arrangement.rows.find((one) => one.row === row)!

test('a row moves to the place of another, upwards and downwards', () => {
  expect(names(after(moveItem('rows', 'new', 'wishlist')))[0]).toBe('new')
  const down = names(after(moveItem('rows', 'wishlist', 'new')))
  expect(down.indexOf('wishlist')).toBe(first.indexOf('new'))
  expect(down.indexOf('new')).toBe(first.indexOf('new') - 1)
  expect(moveItem('rows', 'new', 'nowhere')(START)).toBeNull()
  expect(moveItem('nothing', 'new', 'popular')(START)).toBeNull()
})

test('an order that leaves out a row does not move it', () => {
  const shown = first.filter((row) => row !== 'ad')
  const reversed = names(after(putInOrder('rows', [...shown.toReversed(), 'nonsense', 'new'])))
  expect(reversed.indexOf('ad')).toBe(first.indexOf('ad'))
  expect(reversed.filter((row) => row !== 'ad')).toEqual(shown.toReversed())
})

test('a row is switched off and on, and renamed until its title is empty or its own', () => {
  expect(rowIn(after(switchRow('new', true)), 'new').isOff).toBe(true)
  expect(after(switchRow('new', true), switchRow('new', false))).toEqual(START)
  expect(rowIn(after(renameRow('new', 'Fresh')), 'new').title).toBe('Fresh')
  for (const title of ['', 'New Games'])
    expect(after(renameRow('new', 'Fresh'), renameRow('new', title))).toEqual(START)
  expect(renameRow('played', 'Mine')(START)).toBeNull()
  expect(switchRow('nothing', true)(START)).toBeNull()
})

test('games are pinned to rows of games, to the carousel and to the board, up to their limits', () => {
  const pinned = after(
    pinGame('new', 3),
    pinGame('new', 1),
    pinGame('new', 3),
    pinGame('carousel', 5),
    pinGame('board', 6),
  )
  expect([rowIn(pinned, 'new').pinned, pinned.carousel, pinned.board]).toEqual([[3, 1], [5], [6]])
  expect(rowIn(unpinGame('new', 3)(pinned) as HomeArrangement, 'new').pinned).toEqual([1])
  expect((unpinAll('carousel')(pinned) as HomeArrangement).carousel).toEqual([])
  expect(rowIn(putInOrder('new', ['1', '3'])(pinned) as HomeArrangement, 'new').pinned).toEqual([1, 3])
  expect(pinGame('wishlist', 1)(START)).toBeNull()
  expect(unpinGame('new', 9)(pinned)).toBeNull()
  for (const [list, most] of [
    ['new', PINS_MAX],
    ['carousel', 8],
    ['board', 7],
  ] as const) {
    const full = after(...Array.from({ length: most }, (_, at) => pinGame(list, at + 1)))
    expect(pinGame(list, 99)(full)).toBe(`There are already ${most} games here. Remove one first`)
  }
})

test('only rows of collections can be added and removed', () => {
  const added = after(addCollection(7))
  expect(names(added).at(-1)).toBe('collection:7')
  expect(addCollection(7)(added)).toBe('This collection already has a row')
  expect(removeRow('collection:7')(added)).toEqual(START)
  expect(removeRow('new')(START)).toBeNull()
})

test('the changes of a version are described', () => {
  const nameOf = (row: string) => row.toUpperCase()
  expect(describeChanges(START, START, nameOf)).toBe('no changes')
  const changed = after(
    switchRow('car', true),
    renameRow('new', 'Fresh'),
    pinGame('popular', 1),
    addCollection(7),
    pinGame('board', 1),
    moveItem('rows', 'new', 'wishlist'),
  )
  expect(describeChanges(START, changed, nameOf)).toBe(
    'NEW renamed Fresh, CAR switched off, pinned games of POPULAR changed, COLLECTION:7 added, board changed, order changed',
  )
  expect(describeChanges(changed, START, nameOf)).toContain('COLLECTION:7 removed')
  expect(describeChanges(START, after(...first.map((row) => switchRow(row, true))), nameOf)).toMatch(/ and \d+ more$/)
})
