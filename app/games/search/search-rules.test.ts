import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanTerm } from './search-rules.ts'

test('a term is trimmed and its white space collapsed', () => {
  expect(cleanTerm('  moto \n\t rush  ')).toBe('moto rush')
  expect(cleanTerm(' \n ')).toBe('')
})

test('a term is cut after 64 characters, emoji included', () => {
  expect(cleanTerm('a'.repeat(64))).toBe('a'.repeat(64))
  expect(cleanTerm('a'.repeat(65))).toBe('a'.repeat(64))
  expect(cleanTerm(`${'a'.repeat(63)} b`)).toBe('a'.repeat(63))
  expect(cleanTerm('🎮'.repeat(65))).toBe('🎮'.repeat(64))
})

test('a letter and its combining mark are composed, as in titles', () => {
  expect(cleanTerm('cafe\u0301')).toBe('caf\u00e9')
})

test('property: cleaning a clean term changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200, size: 'max' }), (term) => {
      expect(cleanTerm(cleanTerm(term))).toBe(cleanTerm(term))
    }),
  )
})
