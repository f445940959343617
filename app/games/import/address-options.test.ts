import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyOptions } from './address-options.ts'

const query = [{ name: 'sid', label: 'Site id' }]
const path = [{ name: 'affiliate', label: 'Affiliate id', segment: 1 }]

test.each([
  ['https://play.example/tower?sid=THEIRS', { sid: 'OURS' }, 'https://play.example/tower?sid=OURS'],
  ['https://play.example/tower?sid=THEIRS', {}, 'https://play.example/tower'],
  ['https://play.example/tower', { sid: 'OURS' }, 'https://play.example/tower?sid=OURS'],
  ['https://play.example/tower', {}, 'https://play.example/tower'],
  ['https://play.example/tower?a=1&sid=X&sid=Y&b=2', { sid: 'OURS' }, 'https://play.example/tower?a=1&sid=OURS&b=2'],
  ['https://play.example/tower?a=1&sid=X&sid=Y&b=2', {}, 'https://play.example/tower?a=1&b=2'],
])('%s with %j is %s', (address, values, expected) => {
  expect(applyOptions(address, query, values)).toBe(expected)
})

test.each([
  ['https://play.example/tower/A-THEIRS', { affiliate: 'A-OURS' }, 'https://play.example/tower/A-OURS'],
  ['https://play.example/tower/A-THEIRS', {}, 'https://play.example/tower'],
  ['https://play.example/tower/A-THEIRS/', {}, 'https://play.example/tower'],
  ['https://play.example/tower', { affiliate: 'A-OURS' }, 'https://play.example/tower/A-OURS'],
  ['https://play.example/tower', {}, 'https://play.example/tower'],
  ['https://play.example/', { affiliate: 'A-OURS' }, 'https://play.example/'],
  ['https://play.example/tower/A-THEIRS/en?x=1', { affiliate: 'B' }, 'https://play.example/tower/B/en?x=1'],
])('the path of %s with %j is %s', (address, values, expected) => {
  expect(applyOptions(address, path, values)).toBe(expected)
})

test('an address without an id keeps its spelling', () => {
  const address = 'https://play.example/tower?q=a%20b&x'
  expect(applyOptions(address, query, {})).toBe(address)
})

test.each(['..', '.', '../x', 'a/b', 'a b', '', 'x'.repeat(101), '%2e%2e', 'a?b', 'a#b'])(
  'the id %j is not set, and the one in the feed is removed all the same',
  (value) => {
    expect(applyOptions('https://play.example/tower/A-THEIRS', path, { affiliate: value })).toBe(
      'https://play.example/tower',
    )
    expect(applyOptions('https://play.example/tower?sid=THEIRS', query, { sid: value })).toBe(
      'https://play.example/tower',
    )
  },
)

test('options named like members of every object take no value from them', () => {
  const options = [
    { name: 'constructor', label: '' },
    { name: '__proto__', label: '' },
  ]
  expect(applyOptions('https://play.example/?constructor=x&__proto__=y', options, {})).toBe('https://play.example/')
})

test('property: whatever the value, host and game stay the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const url = new URL(
        applyOptions('https://play.example/tower/A-THEIRS?sid=X', [...query, ...path], {
          sid: value,
          affiliate: value,
        }),
      )
      expect([url.host, url.pathname.split('/')[1], url.hash]).toEqual(['play.example', 'tower', ''])
      expect(url.href).not.toMatch(/THEIRS/)
    }),
  )
})
