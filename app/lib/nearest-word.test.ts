import { expect, test } from 'vitest'
import { nearestWord } from './nearest-word.ts'

const WORDS = ['title', 'slug', 'featured_image', 'meta_title', 'meta_description', 'author', 'tags', 'draft', 'date']

test.each([
  ['titel', 'title'],
  ['Title', 'title'],
  ['description', 'meta_description'],
  ['image', 'featured_image'],
  ['meta-title', 'meta_title'],
  ['tag', 'tags'],
  ['drafts', 'draft'],
])('the nearest word to %s is %s', (given, word) => {
  expect(nearestWord(given, WORDS)).toBe(word)
})
