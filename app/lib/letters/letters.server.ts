import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import condensedLatin from './bricolage-condensed-latin.woff2?inline'
import condensedMore from './bricolage-condensed-latin-ext.woff2?inline'

/**
 * We draw letters ourselves, since a server may have no fonts. `display` is the typeface of headings (app/fonts.css) at
 * width 78 and weight 800. `subset-font` produced its file, because fontkit cannot set the width of a variable WOFF2.
 */
export type Face = 'display' | 'text'

/**
 * The lines of a text, and its font size. Each line has its width in pixels and its outlines as an SVG path from its
 * left end.
 */
export type SetText = { lines: { width: number; path: string }[]; size: number }

const opened = new Map<Face, Font[]>()

/** Returns the Latin font of a face, then its extended Latin font. */
function fontsOf(face: Face): Font[] {
  let fonts = opened.get(face)
  if (!fonts) {
    fonts = (
      face === 'display' ? [condensedLatin, condensedMore].map(bytesIn) : ['latin', 'latin-ext'].map(textFace)
    ).map((bytes) => create(bytes) as Font)
    opened.set(face, fonts)
  }
  return fonts
}

function bytesIn(dataAddress: string): Buffer {
  return Buffer.from(dataAddress.slice(dataAddress.indexOf(',') + 1), 'base64')
}

function textFace(letters: string): Buffer {
  const file = `@fontsource-variable/instrument-sans/files/instrument-sans-${letters}-standard-normal.woff2`
  return readFileSync(createRequire(import.meta.url).resolve(file))
}

/**
 * Breaks a text into at most `lines` lines of `width` pixels, in the largest of `sizes` that fits. If the text does not
 * fit in the smallest size, it is cut off with an ellipsis. Letters missing from the fonts are omitted. Returns null if
 * no word remains.
 */
export function setText(
  text: string,
  { face, sizes, width, lines: most }: { face: Face; sizes: readonly number[]; width: number; lines: number },
): SetText | null {
  const fonts = fontsOf(face)
  const known = Array.from(text.normalize('NFC').replace(/\s+/g, ' ').slice(0, MAX_LETTERS))
    .filter((letter) => fontOf(fonts, letter))
    .join('')
  const words = known.split(' ').filter(Boolean)
  if (!/[\p{L}\p{N}]/u.test(known)) return null
  const smallest = sizes.at(-1)!
  for (const size of sizes) {
    const lines = wrap(words, (line) => widthOf(fonts, line, size) <= width)
    const fits = lines.length <= most && lines.every((line) => widthOf(fonts, line, size) <= width)
    if (!fits && size !== smallest) continue
    const fitting = fits ? lines : cutOff(lines, most, (line) => widthOf(fonts, line, size) <= width)
    return { size, lines: fitting.map((line) => draw(fonts, line, size)) }
  }
  return null
}

const MAX_LETTERS = 200

function wrap(words: string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Cuts the text after `most` lines, and any word that is longer than its line, and adds an ellipsis. */
function cutOff(lines: string[], most: number, fits: (line: string) => boolean): string[] {
  const isCut = lines.length > most
  return lines.slice(0, most).map((line, at, all) => {
    const isLast = isCut && at === all.length - 1
    if (!isLast && fits(line)) return line
    let letters = Array.from(line)
    while (letters.length > 1 && !fits(`${letters.join('')}…`)) letters = letters.slice(0, -1)
    return `${letters.join('').trimEnd()}…`
  })
}

function fontOf(fonts: Font[], letter: string): Font | undefined {
  return fonts.find((font) => font.hasGlyphForCodePoint(letter.codePointAt(0)!))
}

/** Splits a line into pieces, each in the first font that has its letters. */
function piecesOf(fonts: Font[], line: string): { font: Font; text: string }[] {
  const pieces: { font: Font; text: string }[] = []
  for (const letter of line) {
    const font = fontOf(fonts, letter) ?? fonts[0]!
    const last = pieces.at(-1)
    if (last?.font === font) last.text += letter
    else pieces.push({ font, text: letter })
  }
  return pieces
}

/**
 * Sums the letters' widths. Kerning is applied when the text is drawn, but it is not measured for each attempt to fit a
 * line.
 */
function widthOf(fonts: Font[], line: string, size: number): number {
  let width = 0
  for (const letter of line) width += letterWidth(fonts, letter)
  return width * size
}

const letterWidths = new WeakMap<Font[], Map<string, number>>()

/** Returns the width at font size 1. */
function letterWidth(fonts: Font[], letter: string): number {
  let known = letterWidths.get(fonts)
  if (!known) letterWidths.set(fonts, (known = new Map()))
  let width = known.get(letter)
  if (width === undefined) {
    const font = fontOf(fonts, letter) ?? fonts[0]!
    width = font.glyphForCodePoint(letter.codePointAt(0)!).advanceWidth / font.unitsPerEm
    known.set(letter, width)
  }
  return width
}

function draw(fonts: Font[], line: string, size: number): { width: number; path: string } {
  let x = 0
  let path = ''
  for (const { font, text } of piecesOf(fonts, line)) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(text)
    for (const [at, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[at]!
      path += glyph.path
        .scale(scale, -scale)
        .translate(x + xOffset * scale, -yOffset * scale)
        .toSVG()
      x += xAdvance * scale
    }
  }
  return { width: x, path }
}
