import { expect, test } from 'vitest'
import { BADGES, badgesOf, isHot, isNew, tileBadge, withoutCommonNew } from './badge-rules.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const WEEK = 7 * 86_400_000

const created = (age: number) => new Date(NOW - age)

test('a game is new for less than 7 days', () => {
  expect(isNew(created(0), NOW)).toBe(true)
  expect(isNew(created(WEEK - 1), NOW)).toBe(true)
  expect(isNew(created(WEEK), NOW)).toBe(false)
})

test('a game is hot from 101 views', () => {
  expect(isHot(100)).toBe(false)
  expect(isHot(101)).toBe(true)
})

test.each([
  [0, ['Featured']],
  [1000, ['Featured']],
  [1001, ['Popular', 'Most Played']],
  [5000, ['Popular', 'Most Played']],
  [5001, ['Popular', 'Most Played', 'Trending', 'Top Rated']],
  [10_000, ['Popular', 'Most Played', 'Trending', 'Top Rated']],
  [10_001, ['Popular', 'Most Played', 'Trending', 'Top Rated', 'Featured', "Editor's Choice"]],
])('an old game with %i views has the badges %j', (views, badges) => {
  expect(badgesOf({ createdAt: created(WEEK), views }, NOW)).toEqual(badges)
})

test('a new game is New and Recent, and not Featured', () => {
  expect(badgesOf({ createdAt: created(WEEK - 1), views: 0 }, NOW)).toEqual(['New', 'Recent'])
  expect(badgesOf({ createdAt: created(0), views: 1001 }, NOW)).toEqual(['New', 'Recent', 'Popular', 'Most Played'])
})

test('a game can have all eight badges', () => {
  expect(badgesOf({ createdAt: created(0), views: 10_001 }, NOW).toSorted()).toEqual([...BADGES].toSorted())
})

test('a list in which a fifth of the games are new marks none as NEW', () => {
  const marked = (fresh: number, all: number) =>
    withoutCommonNew<{ badges?: ('NEW' | 'HOT')[] }>(
      Array.from({ length: all }, (_, at) => (at < fresh ? { badges: at ? ['NEW'] : ['NEW', 'HOT'] } : {})),
    ).flatMap(({ badges }) => badges ?? [])
  expect(marked(1, 6)).toEqual(['NEW', 'HOT'])
  expect(marked(1, 5)).toEqual(['HOT'])
  expect(marked(3, 16)).toEqual(['NEW', 'HOT', 'NEW', 'NEW'])
  expect(marked(16, 16)).toEqual(['HOT'])
})

test('a tile is marked from eight games up', () => {
  expect(tileBadge('HOT', 7)).toBeUndefined()
  expect(tileBadge('HOT', 8)).toBe('HOT')
})
