import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserList, isKept } from './browser-list.ts'

const entries = new Map<string, string>()
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
}

beforeEach(() => {
  entries.clear()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

const createList = (max = 3) => browserList({ key: 'list', max, isItem: isKept })
const idsOf = ({ get }: ReturnType<typeof createList>) => get().map(({ id }) => id)

test('the latest stands first, each id once, and no more than fit', () => {
  const list = createList()
  for (const id of [1, 2, 3, 1, 4]) expect(list.add({ id, at: id })).toBe(true)
  expect(idsOf(list)).toEqual([4, 1, 3])
  expect(idsOf(createList())).toEqual([4, 1, 3])
})

test('what is removed is gone, and an empty list leaves nothing behind', () => {
  const list = createList()
  for (const id of [1, 2, 3]) list.add({ id, at: 0 })
  list.remove([3, 1, 9])
  expect(idsOf(list)).toEqual([2])
  list.remove([2])
  expect(entries.size).toBe(0)
})

test('what is replaced keeps its place, and what is gone stays gone', () => {
  const list = createList()
  for (const id of [1, 2, 3]) list.add({ id, at: 0 })
  list.remove([1])
  list.replace([
    { id: 1, at: 9 },
    { id: 2, at: 9 },
  ])
  expect(list.get()).toEqual([
    { id: 3, at: 0 },
    { id: 2, at: 9 },
  ])
})

test('who listens hears of changes, also of those of another tab', () => {
  const [list, there] = [createList(), createList()]
  const heard = vi.fn<() => void>()
  const leave = list.subscribe(heard)
  list.add({ id: 1, at: 0 })
  expect(heard).toHaveBeenCalledTimes(1)
  there.add({ id: 2, at: 0 })
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'list' }))
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'another' }))
  expect(heard).toHaveBeenCalledTimes(2)
  expect(idsOf(list)).toEqual([2, 1])
  leave()
  window.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
  expect(heard).toHaveBeenCalledTimes(2)
})

test('nothing heard of is the same array', () => {
  const list = createList()
  list.add({ id: 1, at: 0 })
  expect(list.get()).toBe(list.get())
  expect(list.getFresh()).toBe(list.get())
})

test.each([
  '{',
  'null',
  '7',
  '"x"',
  '{"id":1,"at":1}',
  '[null,[],{"id":0,"at":1},{"id":1.5,"at":1},{"id":1,"at":-1},{"id":1}]',
])('of a storage with %s in it nothing is taken', (text) => {
  entries.set('list', text)
  const list = createList()
  expect(list.get()).toEqual([])
  list.add({ id: 5, at: 1 })
  expect(idsOf(list)).toEqual([5])
})

test('a storage that is full or forbidden keeps nothing, says so, and is no fault', () => {
  const list = createList()
  list.add({ id: 1, at: 0 })
  vi.stubGlobal('localStorage', {
    ...storage,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(list.add({ id: 2, at: 0 })).toBe(false)
  expect(idsOf(list)).toEqual([1])
  vi.stubGlobal('localStorage', undefined)
  expect(createList().get()).toEqual([])
  expect(createList().add({ id: 1, at: 0 })).toBe(false)
})
