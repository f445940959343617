import { expect, test } from 'vitest'
import { chaseDelays } from './chase.ts'

test('light runs from the nearest new tile outward, and what was lit before does not wait', () => {
  const delays = chaseDelays([0, 1, -1, -1, -1], [0, 1, 2, 3, -1])
  expect(delays.map((delay) => Math.round(delay * 1000))).toEqual([0, 0, 100, 145, 0])
})

test('nothing waits where nothing new is lit', () => {
  expect(chaseDelays([0, 1], [0, -1])).toEqual([0, 0])
})

test('the longest run still ends soon', () => {
  const length = 81
  const after = Array.from({ length }, (_, cell) => cell)
  expect(Math.max(...chaseDelays(Array(length).fill(-1), after))).toBeLessThan(1.3)
})
