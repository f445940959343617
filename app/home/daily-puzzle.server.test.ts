import { expect, test } from 'vitest'
import { planShow } from '../../originals/lamplighter/programme.ts'
import { cacheHeadersOfDay } from '../server/cache/cache-headers.server.ts'
import { listPuzzles } from './daily-puzzle.server.ts'

test('the puzzles of today and tomorrow in UTC are listed', () => {
  expect(listPuzzles(new Date('2026-12-31T23:59:59.999Z'))).toEqual([
    { day: '2026-12-31', name: 'No. 365, 31 December', show: '6 by 6, one-way wires' },
    { day: '2027-01-01', name: 'No. 366, 1 January', show: expect.stringMatching(/^6 by 6, /) },
  ])
  expect(planShow('2026-12-31').size).toBe(6)
})

test('a page with the day’s puzzle is cached until midnight UTC, fresh or stale', () => {
  const at = (time: string) => cacheHeadersOfDay(new Date(`2026-03-07T${time}Z`), 'games')['Cache-Control']
  expect(at('12:00:00')).toBe('public, s-maxage=60, stale-while-revalidate=600')
  expect(at('23:55:00')).toBe('public, s-maxage=60, stale-while-revalidate=240')
  expect(at('23:59:30')).toBe('public, s-maxage=30, stale-while-revalidate=0')
  expect(at('23:59:59.900')).toBe('public, s-maxage=1, stale-while-revalidate=0')
})
