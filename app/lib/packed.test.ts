import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pack, unpack } from './packed.ts'

/** As a browser gets it: another object with the same text. */
const sent = <T>(value: T) => ({ ...pack(value) })

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
