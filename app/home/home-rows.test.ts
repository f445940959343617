import { expect, test } from 'vitest'
import { AUTOMATIC, collectionOf, OWN_ROWS, rowsOf } from './home-rows.ts'

const none = () => false
const arranged = (...rows: string[]) => ({
  ...AUTOMATIC,
  rows: rows.map((row) => ({ row, title: null, isOff: true, pinned: [] })),
})
const namesOf = (...rows: string[]) => rowsOf(arranged(...rows), (id) => id === 7).map(({ row }) => row)
const automatic = OWN_ROWS.map(({ row }) => row)

test('without an arrangement, the rows are in their automatic order and on', () => {
  const rows = rowsOf(AUTOMATIC, none)
  expect(rows.map(({ row }) => row)).toEqual(automatic)
  expect(rows.every(({ isOff, title, pinned }) => !isOff && title === null && !pinned.length)).toBe(true)
})

test('a row that an arrangement does not name follows the row that it follows automatically', () => {
  const without = automatic.filter((row) => row !== 'new' && row !== 'wishlist').toReversed()
  const names = namesOf(...without)
  expect(names).toHaveLength(automatic.length)
  expect(names[0]).toBe('wishlist')
  expect(names.indexOf('new')).toBe(names.indexOf('original') + 1)
  expect(names.filter((row) => row !== 'new' && row !== 'wishlist')).toEqual(without)
})

test('unknown rows, deleted collections and repeated rows are omitted', () => {
  const names = namesOf('collection:7', 'collection:8', 'constructor', 'popular', 'popular')
  expect(names.filter((row) => !automatic.includes(row))).toEqual(['collection:7'])
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  ['collection:12', 12],
  ['collection:0', null],
  ['collection:99999999999', null],
  ['collection:1x', null],
  ['new', null],
])('the collection of %s is %s', (row, id) => {
  expect(collectionOf(row)).toBe(id)
})
