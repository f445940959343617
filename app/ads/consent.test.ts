import { expect, test } from 'vitest'
import { requiresConsent } from './consent.ts'

test.each([
  ['Europe/Berlin', true],
  ['Europe/London', true],
  ['Atlantic/Canary', true],
  ['Asia/Nicosia', true],
  ['Indian/Reunion', true],
  // This is the time zone of a browser that hides its location.
  ['UTC', true],
  ['Etc/GMT', true],
  ['', true],
  ['America/New_York', false],
  ['Asia/Kolkata', false],
  ['Atlantic/Bermuda', false],
])('in %j consent is required: %j', (zone, required) => {
  expect(requiresConsent(zone)).toBe(required)
})
