/** Cuts a text to `length` characters, the last of them an ellipsis of three dots where something was cut off. */
export function cut(text: string, length: number): string {
  const letters = Array.from(text)
  return letters.length <= length
    ? text
    : `${letters
        .slice(0, length - 3)
        .join('')
        .trimEnd()}...`
}

/** Letters as a person counts them, not halves of an emoji. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

const plain = new Intl.NumberFormat('en')

/** 12345 as 12,345. */
export function formatCount(count: number): string {
  return plain.format(count)
}

/** "1 game", "2 games": the number with its word, `plural` where an s is not enough. */
export function countOf(count: number, word: string, plural = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : plural}`
}

/** A number as text promises it: exact below 100, else rounded down to two digits and a plus, 2,136 as 2,100+. */
export function roundedCount(count: number): string {
  if (count < 100) return formatCount(count)
  const unit = 10 ** (String(count).length - 2)
  const rounded = Math.floor(count / unit) * unit
  return `${formatCount(rounded)}${rounded < count ? '+' : ''}`
}

const list = new Intl.ListFormat('en-GB')

/** "Car, Driving and Sports". */
export function listOf(words: string[]): string {
  return list.format(words)
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many letters a person counts in a text: an emoji of several code points is one. To be bounded first. */
export function countLetters(text: string): number {
  return Array.from(letters.segment(text)).length
}

/**
 * The length of a text for a limit: its letters, but at least half of its UTF-16 code units. Without the second part, letters with many
 * marks or joined emoji would make a text of any size. To be bounded first.
 */
export function limitedLength(text: string): number {
  return Math.max(countLetters(text), Math.ceil(text.length / 2))
}
