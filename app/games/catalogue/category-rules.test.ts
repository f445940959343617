import naughty from 'big-list-of-naughty-strings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../testing/fixtures/any-text.ts'
import { categoriesOf, categorySlug, findCategory, listingOf } from './category-rules.ts'
import { CATEGORIES } from './default-categories.ts'

test('the 28 allowed categories are recognized in any spelling', () => {
  expect(CATEGORIES).toHaveLength(28)
  for (const category of CATEGORIES) {
    for (const raw of [
      category,
      category.toLowerCase(),
      category.toUpperCase(),
      ` ${category} `,
      categorySlug(category),
    ]) {
      expect(findCategory(raw)).toBe(category)
    }
  }
})

test.each([
  ['cars', 'Car'],
  ['racing', 'Car'],
  ['football', 'Soccer'],
  ['arcade', 'Casual'],
  ['simulation', 'Casual'],
  ['strategy', 'Puzzle'],
  ['rpg', 'Adventure'],
  ['platform', 'Action'],
  ['fighting', 'Action'],
  ['Racing', 'Car'],
  ['RPG', 'Adventure'],
])('the synonym %s means %s', (raw, category) => {
  expect(findCategory(raw)).toBe(category)
  expect(categoriesOf([raw], [])).toEqual([category])
})

test.each(['', 'Cooking', 'constructor', '__proto__', '塔防', '.IO'])('%j is unknown and becomes Casual', (raw) => {
  expect(findCategory(raw)).toBeNull()
  expect(categoriesOf([raw], [])).toEqual(['Casual'])
})

test('categories come from the raw ones first, then from tags, without duplicates', () => {
  expect(categoriesOf(['Racing', 'cars'], ['2 Player Games', 'Cars', 'Motorbikes'])).toEqual([
    'Car',
    '2 Player',
    'Bike',
  ])
})

test('Casual is used if the feed names it, or if no other category is known', () => {
  expect(categoriesOf(['Arcade'], ['puzzle'])).toEqual(['Puzzle', 'Casual'])
  expect(categoriesOf(['Puzzle', 'Casual'], [])).toEqual(['Puzzle', 'Casual'])
  expect(categoriesOf(['Cooking'], ['casual', 'puzzle'])).toEqual(['Puzzle'])
  expect(categoriesOf(['Cooking'], ['casual'])).toEqual(['Casual'])
  expect(categoriesOf([], [])).toEqual(['Casual'])
})

test('a synonym of a category is ignored as a tag', () => {
  expect(categoriesOf(['Puzzle'], ['arcade', 'strategy', 'simulation'])).toEqual(['Puzzle'])
})

test.each([
  ['action', 'Action', 'action'],
  ['dress-up', 'Dress up', 'dress-up'],
  ['tower-defense', 'Tower defense', 'tower-defense'],
  ['2-player', '2 player', '2-player'],
  ['FPS', 'Fps', 'fps'],
  ['racing', 'Racing', 'car'],
  ['arcade', 'Arcade', 'casual'],
  ['soccer', 'Soccer', 'soccer'],
  ['cooking', 'Cooking', 'cooking'],
  ['italian-brainrot', 'Italian Brainrot', 'italian-brainrot'],
  ['Italian-Brainrot', 'Italian Brainrot', 'italian-brainrot'],
  ['italian-brainrot-characters-games', 'Italian Brainrot', 'italian-brainrot'],
])('/category/%s has the heading "%s Games" and lists %s', (segment, name, slug) => {
  expect(listingOf(segment)).toEqual({ kind: 'category', slug, name })
})

test.each(['new', 'popular', 'original', 'Popular'])('/category/%s is a collection', (segment) => {
  const collection = segment.toLowerCase()
  const name = collection.charAt(0).toUpperCase() + collection.slice(1)
  expect(listingOf(segment)).toEqual({ kind: 'collection', collection, name })
})

test.each(['constructor', '__proto__', 'hasownproperty'])('/category/%s is an ordinary category', (segment) => {
  expect(listingOf(segment).kind).toBe('category')
})

test('property: any path segment is a listing with a URL-safe slug', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...naughty), anyText()), (segment) => {
      const listing = listingOf(segment)
      const slug = listing.kind === 'category' ? listing.slug : listing.collection
      expect(slug).toMatch(/^[a-z0-9-]*$/)
    }),
  )
})
