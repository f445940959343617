import { expect, test } from 'vitest'
import {
  furthestOpen,
  joinProgress,
  loadProgress,
  nextLevel,
  readProgress,
  recordStars,
  saveProgress,
  totalStars,
} from './progress.ts'

const fresh = readProgress({})

test('without storage the game starts fresh and saving does nothing', () => {
  expect(loadProgress()).toEqual({ stars: {}, late: [], muted: false, unfinished: null })
  expect(() => saveProgress(fresh)).not.toThrow()
})

test('stored progress is read back, and invalid parts are dropped', () => {
  const unfinished = {
    key: '4',
    start: '3,5',
    moves: [
      [3, 1],
      ['x', 1],
      [2, -1],
    ],
    hints: 1,
    onTime: true,
  }
  expect(
    readProgress({ stars: { 1: 3, 2: 'many', 3: 9 }, late: ['show-2026-11-02', 7], muted: true, unfinished }),
  ).toEqual({
    stars: { 1: 3 },
    late: ['show-2026-11-02'],
    muted: true,
    unfinished: {
      key: '4',
      start: '3,5',
      moves: [
        [3, 1],
        [2, -1],
      ],
      hints: 1,
      onTime: true,
    },
  })
  for (const nonsense of [null, 'lamp', 7, [], { stars: [], unfinished: 'no' }])
    expect(readProgress(nonsense)).toEqual(fresh)
})

test('the best stars of a level are stored', () => {
  expect(recordStars(recordStars(fresh, '5', 3), '5', 1).stars).toEqual({ 5: 3 })
})

test('three levels beyond the furthest one done are open, up to the last', () => {
  expect(furthestOpen(fresh)).toBe(3)
  expect(furthestOpen(recordStars(fresh, '12', 1))).toBe(15)
  expect(furthestOpen(recordStars(fresh, '200', 1))).toBe(200)
})

test('a daily show earns stars that count for no level', () => {
  const progress = recordStars(recordStars(fresh, '1', 2), 'show-2026-11-21', 3)
  expect(totalStars(progress)).toBe(2)
  expect(furthestOpen(progress)).toBe(4)
  expect(nextLevel(progress)).toBe(2)
})

test('a save from an older version without late days keeps its stars, sound setting and streak', () => {
  const old = {
    stars: { 1: 3, 2: 1, 'show-2026-11-20': 3 },
    muted: true,
    unfinished: { key: '3', moves: [[1, 1]], hints: 0 },
  }
  expect(readProgress(old)).toEqual({
    stars: old.stars,
    late: [],
    muted: true,
    unfinished: { key: '3', start: '', moves: [[1, 1]], hints: 0, onTime: false },
  })
})

test('a puzzle of a past day is late unless it was done on its day', () => {
  const onTime = recordStars(fresh, 'show-2026-11-20', 1)
  expect(recordStars(onTime, 'show-2026-11-20', 3, true).late).toEqual([])
  expect(recordStars(onTime, 'show-2026-11-19', 3, true).late).toEqual(['show-2026-11-19'])
})

test('progress of two tabs is merged with the best stars, and on time if either was', () => {
  const late = recordStars(recordStars(fresh, 'show-2026-11-20', 3, true), '1', 1)
  const onTime = recordStars(recordStars(fresh, 'show-2026-11-20', 1), '2', 2)
  for (const joined of [joinProgress(late, onTime), joinProgress(onTime, late)])
    expect(joined).toMatchObject({ stars: { 'show-2026-11-20': 3, 1: 1, 2: 2 }, late: [] })
  expect(joinProgress(late, fresh).late).toEqual(['show-2026-11-20'])
})

test('finishing one level does not clear another unfinished one', () => {
  const begun = { ...fresh, unfinished: { key: '7', start: '3,5', moves: [], hints: 0, onTime: true } }
  expect(recordStars(begun, '8', 3).unfinished).toEqual(begun.unfinished)
  expect(recordStars(begun, '7', 3).unfinished).toBeNull()
})
