import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countOf, cut, formatCount, limitedLength, listOf, roundedCount } from './text.ts'

test('a text of the length stays whole, and one more letter cuts it', () => {
  expect(cut('a'.repeat(60), 60)).toBe('a'.repeat(60))
  expect(cut('a'.repeat(61), 60)).toBe(`${'a'.repeat(57)}...`)
})

test('no space stands before the ellipsis', () => {
  expect(cut('one two three', 10)).toBe('one two...')
  expect(cut('one twoo three', 11)).toBe('one twoo...')
})

test('letters outside the first plane count as one and are never halved', () => {
  expect(cut('🎮🎮🎮🎮', 4)).toBe('🎮🎮🎮🎮')
  expect(cut('🎮🎮🎮🎮🎮', 4)).toBe('🎮...')
})

test('property: never longer than the length, and what is kept is the beginning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 40 }), (text, length) => {
      const short = cut(text, length)
      expect(Array.from(short).length).toBeLessThanOrEqual(length)
      expect(text.startsWith(short) || text.startsWith(short.slice(0, -3))).toBe(true)
    }),
  )
})

test('counts have thousands marks and the right word', () => {
  expect(formatCount(12_345)).toBe('12,345')
  expect(countOf(0, 'game')).toBe('0 games')
  expect(countOf(1, 'game')).toBe('1 game')
  expect(countOf(1234, 'play')).toBe('1,234 plays')
  expect(countOf(2, 'entry', 'entries')).toBe('2 entries')
  expect(countOf(1, 'entry', 'entries')).toBe('1 entry')
})

test('a list of words reads as a sentence does', () => {
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
])('%i is promised as %s', (count, words) => {
  expect(roundedCount(count)).toBe(words)
})

test('a length is of letters, but at least half of the code units', () => {
  expect(limitedLength('abc')).toBe(3)
  expect(limitedLength('🎮🎮🎮')).toBe(3)
  expect(limitedLength('e\u0301')).toBe(1)
  expect(limitedLength(`e${'\u0323'.repeat(29)}`)).toBe(15)
})
