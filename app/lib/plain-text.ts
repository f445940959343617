// Whoever writes right-to-left needs no marks for it; what turns the letters of others round is none.
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const WHITE = /[\s\u200b\u2060\ufeff]+/g
const INVISIBLE = /[\u200b\u2060\ufeff]/g
// No language sets more on one letter (Unicode, Stream-Safe Text Format), and bringing a long run into order takes time by the
// square of its length: 40,000 marks 2.5 s.
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * Whether a raw text can become one of at most `length` characters: it may be longer by white space and marks that go
 * away, but not by much. To be asked before anything else is done with it (docs/safety.md, What comes in).
 */
export function mayFit(raw: string, length: number): boolean {
  return raw.length <= 8 * length + 64
}

/**
 * One line of text as it is stored (docs/safety.md, What comes in): NFC, without control and direction characters, white
 * space folded and trimmed. Empty where nothing of it could be seen. To be bounded first (`mayFit`; `lineRule` does).
 */
export function plainLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    .replace(/\p{Cc}/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replace(BIDI, '')
    .replace(WHITE, ' ')
    .trim()
  return isSeen(line) ? line : ''
}

/**
 * A text of several lines as it is stored: as `plainLine`, but line breaks stay, two at a time at most, and so do spaces. Empty where
 * nothing of it could be seen. To be bounded first (`mayFit`).
 */
export function plainText(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : /\s/.test(sign) ? ' ' : ''))
    .replace(BIDI, '')
    .replace(INVISIBLE, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return isSeen(lines) ? lines : ''
}

function isSeen(text: string): boolean {
  return /[^\p{Cf}\p{Mn}\s]/u.test(text)
}
