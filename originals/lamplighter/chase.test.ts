import { expect, test } from 'vitest'
import { chaseDelays } from './chase.ts'

test('light spreads outward from the nearest new tile, without a delay for tiles already lit', () => {
  const delays = chaseDelays([0, 1, -1, -1, -1], [0, 1, 2, 3, -1])
  expect(delays.map((delay) => Math.round(delay * 1000))).toEqual([0, 0, 100, 145, 0])
})

test('without newly lit tiles there is no delay', () => {
  expect(chaseDelays([0, 1], [0, -1])).toEqual([0, 0])
})

test('the delay is limited even for the longest run', () => {
  const length = 81
  const after = Array.from({ length }, (_, cell) => cell)
  expect(Math.max(...chaseDelays(Array(length).fill(-1), after))).toBeLessThan(1.3)
})
