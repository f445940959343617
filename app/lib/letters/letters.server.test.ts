import { expect, test } from 'vitest'
import { setText } from './letters.server.ts'

const box = { face: 'display', sizes: [76, 46], width: 470, lines: 3 } as const

test('text is set in as few lines as needed, in the largest size that fits', () => {
  const short = setText('Mahjong Sprint', box)!
  expect(short.size).toBe(76)
  expect(short.lines).toHaveLength(2)
  const long = setText('A lamp lighter walks from door to door until the night ends', box)!
  expect(long.size).toBe(46)
  for (const { width, path } of [...short.lines, ...long.lines]) {
    expect(width).toBeLessThanOrEqual(470)
    expect(path).toMatch(/^M[-\d. A-Z]+Z$/)
  }
})

test('text that is too long is truncated, even a single word', () => {
  const lines = (text: string) => setText(text, box)!.lines
  expect(lines('word '.repeat(100))).toHaveLength(3)
  // Line breaking ignores kerning that widens a pair.
  for (const { width } of [...lines('word '.repeat(100)), ...lines('w'.repeat(300))])
    expect(width).toBeLessThanOrEqual(471)
})

test('letters of many languages are drawn, and those missing in the font are omitted', () => {
  const widthOf = (text: string) => setText(text, box)?.lines[0]?.width ?? 0
  expect(widthOf('Żółw')).toBeGreaterThan(widthOf('w'))
  expect(widthOf('Привет 2048')).toBe(widthOf('2048'))
  expect(setText('Привет', box)).toBeNull()
  expect(setText(' \n ', box)).toBeNull()
})
