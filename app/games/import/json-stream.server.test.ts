import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryReader } from './json-stream.server.ts'

const PLACES = ['*', 'segments.*.hits.*']

async function read(text: string, cuts: number[] = []): Promise<unknown[]> {
  const reader = entryReader(PLACES)
  const points = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort((a, b) => a - b)
  const pieces = points.slice(1).map((point, index) => text.slice(points[index], point))
  const entries: unknown[] = []
  for (const piece of [...pieces, null]) entries.push(...(await reader(piece)))
  return entries
}

test('reads the values of a bare array', async () => {
  expect(await read('[{"id":"1"}, "two", 3, null, [4], {}]')).toEqual([{ id: '1' }, 'two', 3, null, [4], {}])
})

test('reads the hits of all segments and nothing around them', async () => {
  const text =
    '{"input":{"segments":[{"hits":[0]}]},"segments":[{"title":"a","hits":[1,2],"count":2},{"hits":[]},{"hits":[3]}],"x":[9]}'
  expect(await read(text)).toEqual([1, 2, 3])
})

test('returns entries as soon as they are complete', async () => {
  const reader = entryReader(PLACES)
  expect(await reader('[{"a":"}]\\"')).toEqual([])
  expect(await reader('"},{"b"')).toEqual([{ a: '}]"' }])
  expect(await reader(':1}]')).toEqual([{ b: 1 }])
  expect(await reader(null)).toEqual([])
})

test('an empty list has no entries', async () => {
  expect(await read(' [ ] ')).toEqual([])
  expect(await read('{"segments":[]} ')).toEqual([])
})

test.each(['{}', '{"error":"no"}', '"text"', '12', 'null', '{"segments":{"hits":[1]}}', '{"segments.*.hits":[1]}'])(
  '%s has no list of games where this provider has it',
  async (text) => {
    await expect(read(text)).rejects.toThrow('has no list of games where this provider has it')
  },
)

test.each(['', '[', '[1', '[1,', '["a', '{"segments":[{"hits":[1', '[{"a":1}'])('%j ends too early', async (text) => {
  await expect(read(text)).rejects.toThrow('is not JSON: it ends too early')
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
])('%j is not JSON', async (text) => {
  await expect(read(text)).rejects.toThrow('is not JSON')
})

test('an error states how far the JSON was valid', async () => {
  await expect(read('[1,2,x]', [2, 4])).rejects.toThrow('is not JSON: wrong within its first 7 characters')
})

test('an entry that is too long for memory is refused', async () => {
  const reader = entryReader(PLACES)
  await reader('["')
  const readOn = async () => {
    for (let pieces = 0; pieces < 40; pieces++) await reader('x'.repeat(64 * 1024))
  }
  await expect(readOn()).rejects.toThrow('more than a million characters')
})

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('%s that are nested too deeply are refused', async (_, open, close) => {
  const nested = (levels: number) => `[${open.repeat(levels - 1)}1${close.repeat(levels - 1)}]`
  expect(await read(nested(100))).toHaveLength(1)
  await expect(read(nested(101), [120, 250])).rejects.toThrow('is nested more than 100 levels deep')
  await expect(read(open.repeat(200_000), [60_000])).rejects.toThrow('is nested more than 100 levels deep')
})

test('the depth limit applies to each value, not to their sum', async () => {
  expect(await read(`[${Array(500).fill('{"a":[]}').join()}]`)).toHaveLength(500)
})

test('a path may be a list of keys, and the caller sets the error for a feed without it', async () => {
  const reader = entryReader([['a.b', '*']], 'has nothing')
  expect(await reader('{"a.b":[1],"a":{"b":[2]}}')).toEqual([1])
  const other = entryReader([['a.b', '*']], 'has nothing')
  await other('{"a":{"b":[2]}}')
  await expect(other(null)).rejects.toThrow(/^has nothing$/)
})

test('property: the result equals JSON.parse, wherever the text is split', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.nat(2), fc.array(fc.nat()), async (values, indent, cuts) => {
      const text = JSON.stringify(values, null, indent)
      expect(await read(text, cuts)).toEqual(JSON.parse(text))
    }),
  )
})

test('property: the hits are found, whatever else the document contains', async () => {
  const segment = fc.record(
    { title: fc.string(), hits: fc.array(fc.jsonValue()), more: fc.jsonValue() },
    { requiredKeys: ['hits'] },
  )
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.array(segment), fc.array(fc.nat()), async (input, segments, cuts) => {
      const text = JSON.stringify({ input, segments, after: input })
      const parsed = JSON.parse(text) as { segments: { hits: unknown[] }[] }
      expect(await read(text, cuts)).toEqual(parsed.segments.flatMap((one) => one.hits))
    }),
  )
})

test('property: text that JSON.parse refuses is refused', async () => {
  const broken = fc
    .tuple(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), fc.constantFrom('', '"', '}', ',', 'x', '\\', '['))
    .map(([values, place, put]) => {
      const text = JSON.stringify(values)
      const at = place % text.length
      return text.slice(0, at) + put + text.slice(at + 1)
    })
  await fc.assert(
    fc.asyncProperty(broken, fc.array(fc.nat()), async (text, cuts) => {
      let expected: unknown
      try {
        expected = JSON.parse(text)
      } catch {
        await expect(read(text, cuts)).rejects.toThrow()
        return
      }
      if (Array.isArray(expected)) expect(await read(text, cuts)).toEqual(expected)
    }),
  )
})
