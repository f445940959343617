import { expect, test } from 'vitest'
import { formatDay } from './dates.ts'

test('a day is formatted in UTC, whatever the machine’s time zone', () => {
  expect(formatDay(new Date('2026-11-12T00:00:00Z'))).toBe('12 Nov 2026')
  expect(formatDay(new Date('2026-11-12T23:59:59.999Z'))).toBe('12 Nov 2026')
  expect(formatDay(new Date('2027-01-01T01:30:00+02:00'))).toBe('31 Dec 2026')
})
