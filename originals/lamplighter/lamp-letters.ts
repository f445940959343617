import { draw } from './element.ts'

/** Letters of five by seven lamps; each row is five bits. */
const LETTERS: Record<string, number[]> = {
  L: [16, 16, 16, 16, 16, 16, 31],
  A: [14, 17, 17, 31, 17, 17, 17],
  M: [17, 27, 21, 21, 17, 17, 17],
  P: [30, 17, 17, 30, 16, 16, 16],
  I: [31, 4, 4, 4, 4, 4, 31],
  G: [14, 17, 16, 23, 17, 17, 14],
  H: [17, 17, 17, 31, 17, 17, 17],
  T: [31, 4, 4, 4, 4, 4, 4],
  E: [31, 16, 16, 30, 16, 16, 31],
  R: [30, 17, 17, 30, 20, 18, 17],
}
const WIDTH = 6
const HEIGHT = 7

/** Draws a word as a board of lamps. The lit lamps flash from left to right. */
export function drawLampWord(word: string): SVGSVGElement {
  const columns = word.length * WIDTH - 1
  const picture = draw('svg', { viewBox: `0 0 ${columns} ${HEIGHT}`, class: 'lamp-word', 'aria-hidden': 'true' })
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < HEIGHT; row++) {
      const bits = LETTERS[word[Math.floor(column / WIDTH)] ?? '']?.[row] ?? 0
      const lit = column % WIDTH < 5 && (bits >> (4 - (column % WIDTH))) & 1
      const lamp = draw('circle', { cx: column + 0.5, cy: row + 0.5, r: lit ? 0.36 : 0.17, class: lit ? 'lit' : '' })
      lamp.style.setProperty('--column', String(column))
      picture.append(lamp)
    }
  }
  return picture
}
