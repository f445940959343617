import naughty from 'big-list-of-naughty-strings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../testing/fixtures/any-text.ts'
import { isSameTag, parseTags, TAGS, TAGS_SHOWN } from './tags.ts'

test('42 tags are offered, 12 of them at first', () => {
  expect(TAGS).toHaveLength(42)
  expect(new Set(TAGS.map((tag) => tag.toLowerCase())).size).toBe(42)
  expect(TAGS.slice(0, TAGS_SHOWN).at(-1)).toBe('racing')
})

test('tags are split at commas and trimmed, and empty ones are dropped', () => {
  expect(parseTags(' fun ,, kids,')).toEqual(['fun', 'kids'])
  expect(parseTags('')).toEqual([])
  expect(parseTags(' , ')).toEqual([])
})

test('a known tag gets its standard spelling, and duplicates are dropped', () => {
  expect(parseTags('3d,FUN,fun,3D,Stickman,stickman')).toEqual(['3D', 'fun', 'Stickman'])
})

test('at most 20 tags of at most 40 characters are accepted', () => {
  const many = Array.from({ length: 30 }, (_, at) => `tag ${at}`)
  expect(parseTags(many.join(','))).toEqual(many.slice(0, 20))
  expect(parseTags('x'.repeat(41))).toEqual(['x'.repeat(40)])
})

test('a long tag is cut between characters, without a trailing space', () => {
  expect(parseTags(`${'x'.repeat(39)}🎮🎮`)).toEqual([`${'x'.repeat(39)}🎮`])
  expect(parseTags(`${'x'.repeat(39)} yz`)).toEqual(['x'.repeat(39)])
})

test('tags are compared ignoring case', () => {
  expect(isSameTag('3D', '3d')).toBe(true)
  expect(isSameTag('2D', '3d')).toBe(false)
})

test('property: parsing parsed tags again changes nothing', () => {
  const text = fc.oneof(fc.constantFrom(...naughty), anyText(), fc.constant(TAGS.join(',')))
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const tags = parseTags(texts.join(','))
      expect(parseTags(tags.join(','))).toEqual(tags)
    }),
  )
})
