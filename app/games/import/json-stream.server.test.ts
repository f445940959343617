import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryReader } from './json-stream.server.ts'

const PLACES = ['*', 'segments.*.hits.*']

function read(text: string, cuts: number[] = []): unknown[] {
  const reader = entryReader(PLACES)
  const points = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort((a, b) => a - b)
  const pieces = points.slice(1).map((point, index) => text.slice(points[index], point))
  return [...pieces, null].flatMap((piece) => reader(piece))
}

test('gives the values of a bare array', () => {
  expect(read('[{"id":"1"}, "two", 3, null, [4], {}]')).toEqual([{ id: '1' }, 'two', 3, null, [4], {}])
})

test('gives the hits of all segments and nothing of what stands around them', () => {
  const text =
    '{"input":{"segments":[{"hits":[0]}]},"segments":[{"title":"a","hits":[1,2],"count":2},{"hits":[]},{"hits":[3]}],"x":[9]}'
  expect(read(text)).toEqual([1, 2, 3])
})

test('gives entries as soon as they are complete', () => {
  const reader = entryReader(PLACES)
  expect(reader('[{"a":"}]\\"')).toEqual([])
  expect(reader('"},{"b"')).toEqual([{ a: '}]"' }])
  expect(reader(':1}]')).toEqual([{ b: 1 }])
  expect(reader(null)).toEqual([])
})

test('an empty list has no entries', () => {
  expect(read(' [ ] ')).toEqual([])
  expect(read('{"segments":[]} ')).toEqual([])
})

test.each(['{}', '{"error":"no"}', '"text"', '12', 'null', '{"segments":{"hits":[1]}}', '{"segments.*.hits":[1]}'])(
  '%s has no list of games where this provider keeps it',
  (text) => {
    expect(() => read(text)).toThrow('has no list of games where this provider keeps it')
  },
)

test.each(['', '[', '[1', '[1,', '["a', '{"segments":[{"hits":[1', '[{"a":1}'])('%j ends too early', (text) => {
  expect(() => read(text)).toThrow('is not JSON: it ends too early')
})

test.each([
  '<html>',
  '[1 2]',
  '[,1]',
  '[1,]',
  '[1]]',
  '[1],',
  '{"segments" []}',
  '{segments:[]}',
  '[{"a":}]',
  '[{"a":1]}',
])('%j is not JSON', (text) => {
  expect(() => read(text)).toThrow('is not JSON')
})

test('says where the text stops being JSON, counted over all pieces', () => {
  expect(() => read('[1,2,x]', [2, 4])).toThrow('character 6')
})

test('refuses an entry that would fill the memory', () => {
  const reader = entryReader(PLACES)
  reader('["')
  expect(() => Array.from({ length: 40 }, () => reader('x'.repeat(64 * 1024)))).toThrow(
    'more than a million characters',
  )
})

test('property: reads what JSON.parse reads, wherever the text is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.nat(2), fc.array(fc.nat()), (values, indent, cuts) => {
      const text = JSON.stringify(values, null, indent)
      expect(read(text, cuts)).toEqual(JSON.parse(text))
    }),
  )
})

test('property: finds the hits among whatever else a document says', () => {
  const segment = fc.record(
    { title: fc.string(), hits: fc.array(fc.jsonValue()), more: fc.jsonValue() },
    { requiredKeys: ['hits'] },
  )
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(segment), fc.array(fc.nat()), (input, segments, cuts) => {
      const text = JSON.stringify({ input, segments, after: input })
      const parsed = JSON.parse(text) as { segments: { hits: unknown[] }[] }
      expect(read(text, cuts)).toEqual(parsed.segments.flatMap((one) => one.hits))
    }),
  )
})

test('property: what JSON.parse refuses is refused', () => {
  const broken = fc
    .tuple(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), fc.constantFrom('', '"', '}', ',', 'x', '\\', '['))
    .map(([values, place, put]) => {
      const text = JSON.stringify(values)
      const at = place % text.length
      return text.slice(0, at) + put + text.slice(at + 1)
    })
  fc.assert(
    fc.property(broken, fc.array(fc.nat()), (text, cuts) => {
      let expected: unknown
      try {
        expected = JSON.parse(text)
      } catch {
        expect(() => read(text, cuts)).toThrow()
        return
      }
      if (Array.isArray(expected)) expect(read(text, cuts)).toEqual(expected)
    }),
  )
})
