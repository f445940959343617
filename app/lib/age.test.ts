import { expect, test } from 'vitest'
import { ageOf } from './age.ts'

// The date is in the machine's time zone. This is also the reader's time zone, which determines midnight.
const NOW = new Date(2026, 10, 22, 15, 30)

test.each([
  [new Date(2026, 10, 22, 15, 30), 'just now'],
  [new Date(2026, 10, 22, 15, 31), 'just now'],
  [new Date(2026, 10, 22, 15, 29, 1), 'just now'],
  [new Date(2026, 10, 22, 15, 29), '1 min ago'],
  [new Date(2026, 10, 22, 14, 31), '59 min ago'],
  [new Date(2026, 10, 22, 14, 30), '1 hour ago'],
  [new Date(2026, 10, 21, 15, 31), '23 hours ago'],
  [new Date(2026, 10, 21, 15, 30), 'yesterday'],
  [new Date(2026, 10, 21, 0, 0), 'yesterday'],
  [new Date(2026, 10, 20, 23, 59), '2 days ago'],
  [new Date(2026, 10, 16, 12, 0), '6 days ago'],
  // Dates are in UTC.
  [new Date(Date.UTC(2026, 10, 14, 12)), '14 Nov 2026'],
  [new Date(Date.UTC(2024, 0, 2, 12)), '2 Jan 2024'],
])('%s is described as %s', (at, words) => {
  expect(ageOf(at, NOW)).toBe(words)
})
