import { expect, test } from 'vitest'
import {
  commentCredits,
  daysToBonus,
  earnsBonus,
  nextVisitCredits,
  postCredits,
  streakLit,
  WHEEL,
} from './credit-rules.ts'

const PLAIN = { length: 10, hasMedia: false, hasTags: false, hasLink: false, type: 'discussion' as const }

test.each([
  ['a short text', {}, 30],
  ['200 characters', { length: 200 }, 30],
  ['201 characters', { length: 201 }, 40],
  ['500 characters', { length: 500 }, 40],
  ['501 characters', { length: 501 }, 60],
  ['media', { hasMedia: true }, 45],
  ['tags', { hasTags: true }, 35],
  ['a link', { hasLink: true }, 40],
  ['a showcase', { type: 'showcase' as const }, 40],
  ['a question', { type: 'question' as const }, 35],
  ['a suggestion', { type: 'suggestion' as const }, 30],
  ['everything', { length: 501, hasMedia: true, hasTags: true, hasLink: true, type: 'showcase' as const }, 100],
])('a post with %s earns the right number of credits', (_, more, credits) => {
  expect(postCredits({ ...PLAIN, ...more })).toBe(credits)
})

test.each([
  [1, 20],
  [100, 20],
  [101, 25],
  [200, 25],
  [201, 35],
])('a comment of %i characters earns %i', (length, credits) => {
  expect(commentCredits({ length })).toBe(credits)
})

test.each([
  [0, 0, 7, false],
  [1, 1, 6, false],
  [6, 6, 1, false],
  [7, 7, 7, true],
  [8, 1, 6, false],
  [14, 7, 7, true],
])('a streak of %i lights %i bulbs, and the next bonus is in %i days', (streak, lit, left, earns) => {
  expect(streakLit(streak)).toBe(lit)
  expect(daysToBonus(streak)).toBe(left)
  expect(earnsBonus(streak)).toBe(earns)
})

test('every segment of the wheel gives credits', () => {
  expect(WHEEL).toHaveLength(8)
  expect(WHEEL.filter((credits) => credits < 1)).toEqual([])
})

test.each([
  [0, 10],
  [1, 10],
  [5, 10],
  [6, 40],
  [7, 10],
  [13, 40],
])('after %i days in a row the next day earns %i', (streak, credits) => {
  expect(nextVisitCredits(streak)).toBe(credits)
})
