import { expect, test } from 'vitest'
import { dayAfter, dayOf, describeShow, numberOf, resultText, streakOn, weeksUntil } from './daily.ts'

test('the day is the UTC day, whatever the time zone', () => {
  expect(dayOf(new Date('2026-11-22T23:59:59Z'))).toBe('2026-11-22')
  expect(dayOf(new Date('2026-11-22T23:30:00-02:00'))).toBe('2026-11-23')
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(numberOf('2026-01-01')).toBe(1)
  expect(numberOf('2026-11-22')).toBe(326)
})

test('a streak ends at the first day that was missed or done late', () => {
  const stars = Object.fromEntries(['20', '19', '18', '16'].map((day) => [`show-2026-11-${day}`, 2]))
  expect(streakOn('2026-11-20', { stars, late: [] })).toBe(3)
  expect(streakOn('2026-11-21', { stars, late: [] })).toBe(3)
  expect(streakOn('2026-11-22', { stars, late: [] })).toBe(0)
  expect(streakOn('2026-11-20', { stars, late: ['show-2026-11-18'] })).toBe(2)
})

test('the calendar has whole weeks from Monday, the current one last', () => {
  const weeks = weeksUntil('2026-11-22', 5)
  expect(weeks).toHaveLength(5)
  expect(weeks.at(-1)).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`))
  expect(weeks[0]?.[0]).toBe('2026-10-19')
  expect(weeksUntil('2026-11-23', 1)).toEqual([[23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`)])
})

test('a result is summarized in a few lines with the URL to play', () => {
  const result = {
    day: '2026-11-22',
    stars: 2,
    turns: 41,
    fewest: 33,
    hints: 1,
    streak: 4,
    address: 'https://play.test/games/lamplighter#daily',
  }
  expect(resultText(result)).toBe(
    'Lamplighter 326, 22 November\n★★☆ 41 turns (33 would do), 1 hint\n4 days in a row\nhttps://play.test/games/lamplighter#daily',
  )
  expect(resultText({ ...result, streak: 1, hints: 0 })).not.toContain('in a row')
})

test('a puzzle’s features are described before it is played', () => {
  expect(describeShow('2026-11-22')).toBe('7 by 7, wraps round, beams')
  expect(describeShow('2026-11-20')).toBe('6 by 6, two currents')
})
