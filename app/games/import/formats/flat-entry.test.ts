import { expect, test } from 'vitest'
import { processorMs } from '../../../../testing/fixtures/processor-time.ts'
import { addField, flatten } from './flat-entry.ts'

const fields = (value: unknown, intoLists?: boolean) => Object.fromEntries(flatten(value, intoLists))

test('objects become paths, lists become values', () => {
  const entry = {
    title: 'Tower',
    width: 800,
    isNew: false,
    image: { large: 'l.png', small: { url: 's.png' } },
    tags: ['car', ' ', 'tower'],
    files: [{ url: 'a', kind: 1 }, { url: 'b' }, 'c'],
    nothing: null,
    empty: '',
    none: [],
  }
  expect(fields(entry)).toEqual({
    title: ['Tower'],
    width: ['800'],
    isNew: ['false'],
    'image.large': ['l.png'],
    'image.small.url': ['s.png'],
    tags: ['car', 'tower'],
    'files.url': ['a', 'b'],
    'files.kind': ['1'],
    files: ['c'],
    nothing: [],
    empty: [],
  })
})

test('objects in lists may be left out', () => {
  expect(fields({ title: 'Page', items: [{ title: 'Tower' }], image: { url: 'a' } }, false)).toEqual({
    title: ['Page'],
    'image.url': ['a'],
  })
})

test.each([null, 'text', 3, [{ a: 1 }], undefined])('%j has no fields', (value) => {
  expect(fields(value)).toEqual({})
})

test('keys that every object has are keys like any other', () => {
  const entry = flatten(JSON.parse('{"__proto__":{"title":"a"},"constructor":"b","hasOwnProperty":["c"]}'))
  expect([...entry]).toEqual([
    ['__proto__.title', ['a']],
    ['constructor', ['b']],
    ['hasOwnProperty', ['c']],
  ])
  expect(({} as Record<string, unknown>).title).toBe(undefined)
})

test('an entry has an end in every direction', () => {
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`key${at}`, 'x']))
  expect(flatten(wide).size).toBe(300)
  expect(flatten({ tags: Array(5000).fill('x') }).get('tags')).toHaveLength(100)
  expect(flatten({ text: 'x'.repeat(50_000) }).get('text')?.[0]).toHaveLength(20_000)
  expect(flatten({ ['k'.repeat(201)]: 'x', title: 'y' }).size).toBe(1)
  const nested = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`part${at}`, wide]))
  expect(flatten(nested).size).toBe(300)
  let deep: unknown = 1
  for (let level = 0; level < 50_000; level++) deep = { a: deep }
  expect(flatten({ title: 'x', deep }).size).toBe(1)
})

test('long keys cost no time', () => {
  const inner = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`k${at}`, 1]))
  const outer = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`k${at}`, inner]))
  expect(processorMs(() => flatten({ ['x'.repeat(500_000)]: outer, title: 'y' }))).toBeLessThan(500)
})

test('a field is known although it has no value', () => {
  const entry = new Map<string, string[]>()
  addField(entry, 'title', ' ')
  expect([...entry]).toEqual([['title', []]])
  addField(entry, 'title', 'Tower')
  expect([...entry]).toEqual([['title', ['Tower']]])
  for (let times = 0; times < 500; times++) addField(entry, 'title', 'Tower')
  expect(entry.get('title')).toHaveLength(100)
})
