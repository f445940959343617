import { expect, test } from 'vitest'
import { setText } from './letters.server.ts'

const box = { face: 'display', sizes: [76, 46], width: 470, lines: 3 } as const

test('a text stands in as few lines as it needs, in the largest size that holds it', () => {
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

test('what is too long is cut off, a text and a word of its own', () => {
  const lines = (text: string) => setText(text, box)!.lines
  expect(lines('word '.repeat(100))).toHaveLength(3)
  // Kerning that widens a pair is not counted during line breaking.
  for (const { width } of [...lines('word '.repeat(100)), ...lines('w'.repeat(300))])
    expect(width).toBeLessThanOrEqual(471)
})

test('letters of many languages are drawn; what the faces do not have is left out', () => {
  const widthOf = (text: string) => setText(text, box)?.lines[0]?.width ?? 0
  expect(widthOf('Żółw')).toBeGreaterThan(widthOf('w'))
  expect(widthOf('Привет 2048')).toBe(widthOf('2048'))
  expect(setText('Привет', box)).toBeNull()
  expect(setText(' \n ', box)).toBeNull()
})
