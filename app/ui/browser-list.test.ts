import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserList, isStoredItem } from './browser-list.ts'

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

const createList = (max = 3) => browserList({ key: 'list', max, isItem: isStoredItem })
const idsOf = ({ get }: ReturnType<typeof createList>) => get().map(({ id }) => id)

test('the latest entry comes first, without duplicates, up to the maximum', () => {
  const list = createList()
  for (const id of [1, 2, 3, 1, 4]) expect(list.add({ id, at: id })).toBe(true)
  expect(idsOf(list)).toEqual([4, 1, 3])
  expect(idsOf(createList())).toEqual([4, 1, 3])
})

test('removed entries are dropped, and an empty list clears its key', () => {
  const list = createList()
  for (const id of [1, 2, 3]) list.add({ id, at: 0 })
  list.remove([3, 1, 9])
  expect(idsOf(list)).toEqual([2])
  list.remove([2])
  expect(entries.size).toBe(0)
})

test('replaced entries keep their position, and removed ones are not added back', () => {
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

test('subscribers are notified of changes, also of those in another tab', () => {
  const [list, there] = [createList(), createList()]
  const onChange = vi.fn<() => void>()
  const unsubscribe = list.subscribe(onChange)
  list.add({ id: 1, at: 0 })
  expect(onChange).toHaveBeenCalledTimes(1)
  there.add({ id: 2, at: 0 })
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'list' }))
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'another' }))
  expect(onChange).toHaveBeenCalledTimes(2)
  expect(idsOf(list)).toEqual([2, 1])
  unsubscribe()
  window.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('without a change the same array is returned', () => {
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
])('invalid storage content %s is ignored', (text) => {
  entries.set('list', text)
  const list = createList()
  expect(list.get()).toEqual([])
  list.add({ id: 5, at: 1 })
  expect(idsOf(list)).toEqual([5])
})

test('full or unavailable storage saves nothing, reports it and does not throw', () => {
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
