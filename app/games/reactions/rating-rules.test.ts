import { expect, test } from 'vitest'
import { ratingOf } from './rating-rules.ts'

test.each([
  [1, 0, 5],
  [0, 1, 0],
  [1, 1, 2.5],
  [1284, 96, 4.7],
  [2, 1, 3.3],
])('%i likes and %i dislikes are a rating of %f', (likes, dislikes, rating) => {
  expect(ratingOf({ likes, dislikes })).toEqual({ rating, votes: likes + dislikes })
})

test('what nobody voted on has no rating', () => {
  expect(ratingOf({ likes: 0, dislikes: 0 })).toBeNull()
})
