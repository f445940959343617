/** Shortens a text to at most `length` characters, including the three dots that mark a cut. */
export function cut(text: string, length: number): string {
  const letters = Array.from(text)
  return letters.length <= length
    ? text
    : `${letters
        .slice(0, length - 3)
        .join('')
        .trimEnd()}...`
}

/** Length in code points, so that an emoji is not counted as two halves. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

const plain = new Intl.NumberFormat('en')

/** Formats 12345 as 12,345. */
export function formatCount(count: number): string {
  return plain.format(count)
}

/** "1 game", "2 games": a number with its noun. `plural` is needed if adding an s is not enough. */
export function countOf(count: number, word: string, plural = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : plural}`
}

/** A number for prose: exact below 100, otherwise rounded down to two digits with a plus, such as 2,100+ for 2,136. */
export function roundedCount(count: number): string {
  if (count < 100) return formatCount(count)
  const unit = 10 ** (String(count).length - 2)
  const rounded = Math.floor(count / unit) * unit
  return `${formatCount(rounded)}${rounded < count ? '+' : ''}`
}

const lists = {
  and: new Intl.ListFormat('en-GB'),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
}

/** Joins words: "Car, Driving and Sports", or with "or". */
export function listOf(words: string[], word: keyof typeof lists = 'and'): string {
  return lists[word].format(words)
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Length in graphemes: an emoji of several code points counts once. Bound the text first. */
export function countLetters(text: string): number {
  return Array.from(letters.segment(text)).length
}

/**
 * The length of a text for a limit: its graphemes, but at least half of its UTF-16 code units. Without the second part,
 * letters with many marks or joined emoji would allow a text of any size. Bound the text first.
 */
export function limitedLength(text: string): number {
  return Math.max(countLetters(text), Math.ceil(text.length / 2))
}
