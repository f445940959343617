import { expect, test } from 'vitest'
import { categoriesOf } from '../catalogue/category-rules.ts'
import { CATEGORIES } from '../catalogue/default-categories.ts'
import { categoriesOfGenres } from './genres.ts'

test.each([
  ['match-3', ['Puzzle']],
  ['Match 3 Games', ['Puzzle']],
  ['Mahjong Connect', ['Mahjong', 'Puzzle']],
  ['TRIPEAKS & GOLF', ['Card']],
  ['first-person-shooter', ['FPS']],
  ['Card Games', ['Card']],
  ['racing', ['Car']],
  ['constructor', ['Casual']],
  ['__proto__', ['Casual']],
  ['', ['Casual']],
])('the genre %j is %j', (genre, categories) => {
  expect(categoriesOf(categoriesOfGenres([genre]), [])).toEqual(categories)
})

test('several genres keep their order', () => {
  expect(categoriesOf(categoriesOfGenres(['idle', 'Horror', 'cards']), [])).toEqual(['Clicker', 'Horror', 'Card'])
})

test('a genre is never taken from the allowed categories, which need no table', () => {
  for (const category of CATEGORIES) expect(categoriesOf(categoriesOfGenres([category]), [])).toEqual([category])
})
