/** In a script without spaces, each character is a word, so that a phrase is found anywhere in the text. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`
const WORD = new RegExp(String.raw`${UNSPACED}|\p{N}+\+(?![\p{L}\p{N}])|(?:(?!${UNSPACED})[\p{L}\p{N}])+`, 'gu')
const MARKS = /\p{M}/gu
const IS_ASCII = /^[\x20-\x7e\s]*$/
const ASCII_WORD = /\d+\+(?![a-z\d])|[a-z\d]+/g

/**
 * Splits a text into words, ignoring case and accents. A word is a run of letters and digits; a number may end with a
 * plus sign (`18+`).
 */
export function foldWords(text: string): string[] {
  if (IS_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? []
  return text.normalize('NFKD').toLowerCase().replace(MARKS, '').match(WORD) ?? []
}

/** Returns the words as one text, to compare labels such as tags. */
export function foldLabel(text: string): string {
  return foldWords(text).join(' ')
}

/** How often each phrase occurs in a text, by the number of the phrase. */
export type Counts = Map<number, number>

/**
 * Finds any number of phrases in one pass over the words of a text. Phrases are compared word by word and never as
 * patterns, so that no phrase can slow down the search.
 */
export function createPhraseFinder() {
  const numbers = new Map<string, number>()
  const byFirstWord = new Map<string, { rest: string[]; number: number }[]>()

  /** Returns the number of a phrase; null if it contains no word. */
  function add(phrase: string): number | null {
    const [first, ...rest] = foldWords(phrase)
    if (first === undefined) return null
    const name = [first, ...rest].join(' ')
    const known = numbers.get(name)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(name, number)
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { rest, number }])
    return number
  }

  /** Counts the phrases in a text. */
  function count(text: string, counts: Counts = new Map()): Counts {
    const words = foldWords(text)
    for (const [at, word] of words.entries()) {
      for (const { rest, number } of byFirstWord.get(word) ?? []) {
        if (rest.every((one, i) => words[at + 1 + i] === one)) counts.set(number, (counts.get(number) ?? 0) + 1)
      }
    }
    return counts
  }

  return { add, count }
}
