import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countOf, cut, formatCount, limitedLength, listOf, roundedCount } from './text.ts'

test('a text of exactly the maximum length is not cut, and a longer one is', () => {
  expect(cut('a'.repeat(60), 60)).toBe('a'.repeat(60))
  expect(cut('a'.repeat(61), 60)).toBe(`${'a'.repeat(57)}...`)
})

test('there is no space before the ellipsis', () => {
  expect(cut('one two three', 10)).toBe('one two...')
  expect(cut('one twoo three', 11)).toBe('one twoo...')
})

test('an emoji counts as one character and is never split', () => {
  expect(cut('🎮🎮🎮🎮', 4)).toBe('🎮🎮🎮🎮')
  expect(cut('🎮🎮🎮🎮🎮', 4)).toBe('🎮...')
})

test('property: a cut text never exceeds the length, and is a prefix of the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 40 }), (text, length) => {
      const short = cut(text, length)
      expect(Array.from(short).length).toBeLessThanOrEqual(length)
      expect(text.startsWith(short) || text.startsWith(short.slice(0, -3))).toBe(true)
    }),
  )
})

test('counts have thousands separators and the right plural', () => {
  expect(formatCount(12_345)).toBe('12,345')
  expect(countOf(0, 'game')).toBe('0 games')
  expect(countOf(1, 'game')).toBe('1 game')
  expect(countOf(1234, 'play')).toBe('1,234 plays')
  expect(countOf(2, 'entry', 'entries')).toBe('2 entries')
  expect(countOf(1, 'entry', 'entries')).toBe('1 entry')
})

test('a list of words is joined like in a sentence', () => {
  expect(listOf([])).toBe('')
  expect(listOf(['Car'])).toBe('Car')
  expect(listOf(['Car', 'Driving'])).toBe('Car and Driving')
  expect(listOf(['Car', 'Driving', 'Sports'])).toBe('Car, Driving and Sports')
})

test.each([
  [0, '0'],
  [7, '7'],
  [99, '99'],
  [100, '100'],
  [119, '110+'],
  [2136, '2,100+'],
  [2100, '2,100'],
  [999_999, '990,000+'],
])('the count %i is rounded to %s', (count, words) => {
  expect(roundedCount(count)).toBe(words)
})

test('length counts graphemes, but at least half of the code units', () => {
  expect(limitedLength('abc')).toBe(3)
  expect(limitedLength('🎮🎮🎮')).toBe(3)
  expect(limitedLength('e\u0301')).toBe(1)
  expect(limitedLength(`e${'\u0323'.repeat(29)}`)).toBe(15)
})
