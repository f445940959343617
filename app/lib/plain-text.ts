// Direction marks. Right-to-left text does not need them, and they can reverse the order of other letters.
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const WHITE = /[\s\u200b\u2060\ufeff]+/g
const INVISIBLE = /[\u200b\u2060\ufeff]/g
// No language uses more marks on one letter (Unicode, Stream-Safe Text Format). Normalizing a long run of marks takes
// quadratic time: 2.5 s for 40,000.
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * Returns whether a raw text can become a text of at most `length` characters. The raw text may be longer, but not by
 * much, since white space and marks are removed. Check it before any other processing (docs/safety.md#untrusted-text).
 */
export function mayFit(raw: string, length: number): boolean {
  return raw.length <= 8 * length + 64
}

/**
 * Converts a text to one line as it is stored: NFC, without control and direction characters, with white space
 * collapsed and trimmed. Returns '' if nothing is visible. Limit the length first (`mayFit`; `lineRule` does).
 */
export function plainLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replace(BIDI, '')
    .replace(WHITE, ' ')
    .trim()
  return isSeen(line) ? normalize(line) : ''
}

/**
 * Converts a text to several lines as it is stored, like `plainLine`, but preserves spaces and up to two line breaks in
 * a row. Returns '' if nothing is visible. Limit the length first (`mayFit`).
 */
export function plainText(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : /\s/.test(sign) ? ' ' : ''))
    .replace(BIDI, '')
    .replace(INVISIBLE, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return isSeen(lines) ? normalize(lines) : ''
}

/** Call it after characters have been removed, since a mark can then combine with the letter before it. */
function normalize(text: string): string {
  // A few marks become two.
  return text.replace(TOO_MANY_MARKS, '$1').normalize('NFC').replace(TOO_MANY_MARKS, '$1')
}

function isSeen(text: string): boolean {
  return /[^\p{Cf}\p{Mn}\s]/u.test(text)
}
