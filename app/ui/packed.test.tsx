import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { pack, PackedInPage, packedInPage, packItems, unpack } from './packed.tsx'

/** As a browser gets it: another object with the same text. */
const sent = <T,>(value: T) => ({ ...pack(value) })

test('a browser reads what the server packed, and the same object each time', () => {
  const packed = sent({ title: `Bob's "Big" \\ Day`, tags: ['a', "b'"], more: null })
  expect(unpack(packed)).toEqual({ title: `Bob's "Big" \\ Day`, tags: ['a', "b'"], more: null })
  expect(unpack(packed)).toBe(unpack(packed))
})

test('the server gets back the very object that it packed', () => {
  const lists = { newest: [1, 2] }
  expect(unpack(pack(lists))).toBe(lists)
})

test('property: whatever JSON can say survives', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const packed = { value }
      expect(JSON.stringify(unpack(sent(packed)))).toBe(JSON.stringify(packed))
    }),
  )
})

test('a list of items says what it would say as a whole', () => {
  const items = [{ title: `Bob's "Big" \\ Day` }, { title: '<b>' }]
  expect(packItems(items)).toEqual(pack(items))
  expect(unpack({ ...packItems(items) })).toEqual(items)
  expect(packItems([])).toEqual(pack([]))
})

afterEach(() => void vi.unstubAllGlobals())

test('a browser reads from the page what was not sent beside it', () => {
  const value = { title: '</script><!-- <b>Bob</b> & "Eve"', of: [1, null] }
  const packed = pack(value)
  const pointer = packedInPage(packed, 'some-data')
  expect(packedInPage(packed, 'some-data')).toBe(pointer)
  expect(pointer).toEqual({ text: '', at: 'some-data' })
  expect(unpack(pointer)).toBe(value)

  const markup = renderToString(<PackedInPage packed={pointer} />)
  const [, text = ''] = /^<script type="application\/json" id="some-data">([^<]*)<\/script>$/.exec(markup) ?? []
  const find = vi.fn((asked: string) => (asked === 'script#some-data' ? { textContent: text } : null))
  vi.stubGlobal('document', { querySelector: find })
  const arrived = { ...pointer }
  expect(unpack(arrived)).toEqual(value)
  expect(unpack(arrived)).toBe(unpack(arrived))
  expect(renderToString(<PackedInPage packed={{ ...packed }} />)).toBe('')
})

test('items that say the same are one object in all lists, and others are not', () => {
  const card = () => ({ title: 'Moto', of: ['Car'] })
  const [one, again, other] = [[card()], [card(), card()], [{ ...card(), badges: ['HOT'] }]].map((items) =>
    unpack(packItems(items)),
  )
  expect(again![0]).toBe(one![0])
  expect(again![1]).toBe(one![0])
  expect(other![0]).toEqual({ title: 'Moto', of: ['Car'], badges: ['HOT'] })
})

test('a list of items in the page is one that a browser reads', () => {
  const items = [{ title: '</script><b>' }, { title: 'Bob & "Eve"' }]
  const markup = renderToString(<PackedInPage packed={packedInPage(packItems(items), 'some-data')} />)
  const [, text = ''] = /^<script type="application\/json" id="some-data">([^<]*)<\/script>$/.exec(markup) ?? []
  expect(JSON.parse(text)).toEqual(items)
})
