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

/** Returns the length in code points, so that an emoji does not count twice. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

const plain = new Intl.NumberFormat('en')

/** Formats a number with thousands separators, such as 12,345. */
export function formatCount(count: number): string {
  return plain.format(count)
}

/** Formats a count of pending work, which is read up to 100: "99+" above 99. */
export function formatPending(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/**
 * Formats a number with its noun, such as "1 game" or "2 games". `plural` is needed only if adding an s is not enough.
 */
export function countOf(count: number, word: string, plural = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : plural}`
}

/**
 * Formats a number for prose. Numbers below 100 are exact. Larger numbers are rounded down to two digits with a plus
 * sign, such as 2,100+ for 2,136.
 */
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

/** Joins words with "and" or "or", such as "Car, Driving and Sports". */
export function listOf(words: string[], word: keyof typeof lists = 'and'): string {
  return lists[word].format(words)
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the length in graphemes: an emoji of several code points counts once. Limit the length of the text first. */
export function countLetters(text: string): number {
  return Array.from(letters.segment(text)).length
}

/**
 * Returns the length of a text for a limit: its graphemes, but at least half of its UTF-16 code units. Otherwise
 * letters with many marks, or joined emoji, would allow a text of any size. Limit the length of the text first.
 */
export function limitedLength(text: string): number {
  return Math.max(countLetters(text), Math.ceil(text.length / 2))
}
