import { expect, test } from 'vitest'
import { ratingOf } from './reaction-rules.ts'

test.each([
  [5, 0, 5],
  [0, 5, 0],
  [3, 3, 2.5],
  [1284, 96, 4.7],
  [4, 2, 3.3],
])('%i likes and %i dislikes give a rating of %f', (likes, dislikes, rating) => {
  expect(ratingOf({ likes, dislikes })).toEqual({ rating, votes: likes + dislikes })
})

test.each([
  [0, 0],
  [4, 0],
  [2, 2],
])('%i likes and %i dislikes are too few for a rating', (likes, dislikes) => {
  expect(ratingOf({ likes, dislikes })).toBeNull()
})
