import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { frameName, keepSaved, readSaved, savedName, watchSaved } from './saved-games.ts'

/** Implements the methods of localStorage that the code uses. */
const entries = new Map<string, string>()
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
}

beforeEach(() => {
  entries.clear()
  vi.stubGlobal('localStorage', storage)
})

afterEach(() => vi.unstubAllGlobals())

test('saved values are read back, separately for each game', () => {
  keepSaved('2048', 'best', '4096')
  keepSaved('2048', 'sound', 'off')
  keepSaved('lamplighter', 'best', '7')
  expect(readSaved('2048')).toEqual({ best: '4096', sound: 'off' })
  expect(readSaved('lamplighter')).toEqual({ best: '7' })
  expect(readSaved('other')).toEqual({})
})

test('a new value replaces the old one, and null removes it', () => {
  keepSaved('2048', 'best', '1')
  keepSaved('2048', 'best', '2')
  keepSaved('2048', 'sound', 'off')
  keepSaved('2048', 'sound', null)
  keepSaved('2048', 'never', null)
  expect(readSaved('2048')).toEqual({ best: '2' })
})

test('a game may save up to 256 KB', () => {
  const room = 256 * 1024 - JSON.stringify({ big: '' }).length
  keepSaved('2048', 'big', 'x'.repeat(room))
  expect(readSaved('2048').big).toHaveLength(room)
  keepSaved('2048', 'big', 'y'.repeat(room + 1))
  expect(readSaved('2048').big).toBe('x'.repeat(room))
  keepSaved('2048', 'more', '1')
  expect(readSaved('2048')).not.toHaveProperty('more')
})

test('names of object properties are ordinary keys', () => {
  keepSaved('2048', '__proto__', 'a')
  keepSaved('2048', 'constructor', 'b')
  expect(Object.entries(readSaved('2048'))).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ])
  expect(({} as Record<string, unknown>).a).toBeUndefined()
})

test.each(['{broken', 'null', '"text"', '7', '[1,2]'])('storage that contains %s counts as empty', (held) => {
  entries.set('playhall:saved:2048', held)
  expect(readSaved('2048')).toEqual({})
  keepSaved('2048', 'best', '1')
  expect(readSaved('2048')).toEqual({ best: '1' })
})

test('a game still runs when storage is unavailable or full', () => {
  const refuse = () => {
    throw new DOMException('refused', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { ...storage, setItem: refuse })
  expect(() => keepSaved('2048', 'best', '1')).not.toThrow()
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  expect(readSaved('2048')).toEqual({})
  expect(frameName('2048')).toBe('{"playhall":1,"saved":{}}')
})

test('the frame name includes the saved values', () => {
  keepSaved('2048', 'best', '"4096"')
  expect(JSON.parse(frameName('2048'))).toEqual({ playhall: 1, saved: { best: '"4096"' } })
})

test('the frame name includes the fragment to open if it is a plain word', () => {
  expect(JSON.parse(frameName('lamplighter', '#daily'))).toEqual({ playhall: 1, saved: {}, open: 'daily' })
  for (const fragment of ['', '#', '#Daily!', '#<b>', `#${'a'.repeat(41)}`])
    expect(JSON.parse(frameName('lamplighter', fragment))).toEqual({ playhall: 1, saved: {} })
})

test('values saved in another tab are reported once, also after the page was hidden', () => {
  const [page, paper] = [new EventTarget(), new EventTarget()]
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', paper)
  const onChange = vi.fn()
  keepSaved('2048', 'best', '1')
  watchSaved('2048', onChange, new AbortController().signal)
  entries.set('playhall:saved:2048', '{"best":"2"}')
  page.dispatchEvent(new Event('storage'))
  entries.set('playhall:saved:2048', '{"best":"3"}')
  paper.dispatchEvent(new Event('visibilitychange'))
  paper.dispatchEvent(new Event('visibilitychange'))
  entries.set('playhall:saved:lamplighter', '{}')
  page.dispatchEvent(new Event('storage'))
  expect(onChange.mock.calls).toEqual([[{ best: '2' }], [{ best: '3' }]])
})

test('values that the tab itself saves are not reported, but those that another tab saved meanwhile are', () => {
  const paper = new EventTarget()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', paper)
  const onChange = vi.fn()
  watchSaved('2048', onChange, new AbortController().signal)
  keepSaved('2048', 'best', '1')
  keepSaved('2048', 'best', '2')
  paper.dispatchEvent(new Event('visibilitychange'))
  expect(onChange).not.toHaveBeenCalled()
  entries.set('playhall:saved:2048', '{"best":"2","sound":"off"}')
  keepSaved('2048', 'best', '3')
  paper.dispatchEvent(new Event('visibilitychange'))
  expect(onChange.mock.calls).toEqual([[{ sound: 'off', best: '3' }]])
})

test('data of an uploaded game is saved under its number, so that it survives new versions and another slug', () => {
  const named = (src: string) => savedName({ id: 7, slug: 'lamps', frame: { src } })
  expect(['/play/v3/', `/play/v3-g1d-${'a'.repeat(22)}/`].map(named)).toEqual(['game:7', 'game:7'])
  expect(['/play/lamps/', '/play/v3-racer/', 'https://games.example/play/v3/'].map(named)).toEqual(
    Array(3).fill('lamps'),
  )
  expect(savedName({ id: 7, slug: 'lamps', frame: null })).toBe('lamps')
})
