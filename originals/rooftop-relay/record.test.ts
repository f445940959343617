import { afterEach, expect, test, vi } from 'vitest'
import { keepBest, keepReached, readBest, readReached } from './record.ts'

afterEach(() => vi.unstubAllGlobals())

test('records of another tab are preserved, and the better value is stored', () => {
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  })
  keepBest(900)
  keepReached([2, 0, 1])
  keepBest(400)
  keepReached([1, 1, 1])
  expect(readBest()).toBe(900)
  expect(readReached()).toEqual([2, 1, 1])
})
