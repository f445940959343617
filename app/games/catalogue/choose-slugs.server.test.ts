import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeSlugs } from './choose-slugs.server.ts'

test('a taken slug gets the first free number from 2', () => {
  expect(freeSlugs(['race', 'race', 'tower', 'race'], ['race', 'race-3'])).toEqual([
    'race-2',
    'race-4',
    'tower',
    'race-5',
  ])
})

test('a title that ends in a number does not clash with an assigned number', () => {
  expect(freeSlugs(['race', 'race', 'race-2', 'race-2'], [])).toEqual(['race', 'race-2', 'race-2-2', 'race-2-3'])
})

test('property: no slug is assigned twice', () => {
  const slug = fc.constantFrom('a', 'a-2', 'a-3', 'a-2-2', 'b')
  fc.assert(
    fc.property(fc.array(slug), fc.uniqueArray(slug), (wanted, taken) => {
      const all = [...freeSlugs(wanted, taken), ...taken]
      expect(new Set(all).size).toBe(all.length)
    }),
  )
})
