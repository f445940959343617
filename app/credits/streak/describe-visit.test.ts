import { expect, test } from 'vitest'
import { describeVisit } from './describe-visit.ts'

test.each([
  [{ streak: 1, credits: 10, total: 10 }, 'You have 10 now, and tomorrow brings 10.'],
  [{ streak: 6, credits: 10, total: 1240 }, '6 days in a row. You have 1,240 now, and tomorrow brings 40.'],
  [
    { streak: 7, credits: 40, total: 100 },
    '7 days in a row: that includes a bonus of 30. You have 100 now, and tomorrow brings 10.',
  ],
  [
    { streak: 3, credits: 10, total: 90, freezesLeft: 1 },
    'You missed yesterday. A streak freeze saved your streak, and 1 is left. You have 90 now, and tomorrow brings 10.',
  ],
])('the message of a visit is correct: %j', (visit, text) => {
  expect(describeVisit(visit)).toEqual({ credits: visit.credits, text })
})
