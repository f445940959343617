/** Shorter words are not corrected, since they are similar to too many others. */
const SHORTEST = 4

/** From this length on, two letters may be wrong. */
const LONG = 8

/** Words that do not describe a game. The list must cover what people type after a category, as in "soccer games". */
const FILLERS = new Set(['game', 'games', 'online', 'free', 'play'])

/** The maximum number of words. Further words are only used in the search for the exact text. */
const MAX_WORDS = 8

/**
 * Splits a term into words as `text_words` in the migration splits titles: runs of letters and digits, without
 * apostrophes.
 */
export function wordsOf(term: string): string[] {
  const words = term
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return words.slice(0, MAX_WORDS)
}

/** Returns the words without fillers, unless there are no others. */
export function withoutFillers(words: string[]): string[] {
  const meaningful = words.filter((word) => !FILLERS.has(word))
  return meaningful.length ? meaningful : words
}

/**
 * Returns queries for `game_words`. `titles` matches titles with all words, in any order. `loose` matches other titles,
 * with two neighbouring words joined or split, or with a longer last word: one of `endings` or, if that is null, any
 * (for which an index reads far more). It is empty if there is no such variant. `tagged` matches other games, with at
 * least one of the words in a category or tag.
 */
export function wordQueries(
  words: string[],
  endings: string[] | null = null,
): { titles: string; loose: string; tagged: string } {
  // Words contain only letters and digits, so they cannot contain query syntax.
  const exact = words.map((word) => `'${word}'`)
  const last = words.at(-1) ?? ''
  const prefix = last.length > 2 ? ':*' : ''
  const others = prefix ? (endings?.filter((word) => word !== last).map((word) => `'${word}'`) ?? [`'${last}':*`]) : []
  const open = [...exact.slice(0, -1), `(${[`'${last}'`, ...others].join(' | ')})`]
  const together = words
    .slice(1)
    .map((word, at) => [
      ...open.slice(0, at),
      `'${words[at]}${word}'${at + 2 === words.length ? prefix : ''}`,
      ...open.slice(at + 2),
    ])
  const further = others.length ? [[...exact.slice(0, -1), `(${others.join(' | ')})`]] : []
  return {
    titles: exact.join(' & '),
    loose: [...further, ...together].map((each) => `(${each.join(' & ')})`).join(' | '),
    // With the last part, the index starts from tags with these words, and reads nothing if there are none.
    tagged: [
      ...words.map((word) => `('${word}' | '#${word}')`),
      `(${words.map((word) => `'#${word}'`).join(' | ')})`,
    ].join(' & '),
  }
}

export type KnownWord = { word: string; games: number }

/**
 * Returns the intended word from known words that share a typo with it, or null: the nearest, then one with the same
 * first letter, then the one in most games, then the first by its letters. A known word is replaced only by one in ten
 * times as many games.
 */
export function correctionOf(typed: string, known: KnownWord[]): string | null {
  const letters = Array.from(typed).length
  if (letters < SHORTEST) return null
  const own = known.find(({ word }) => word === typed)?.games ?? 0
  const near = known
    .map((one) => ({
      ...one,
      slips: editDistance(typed, one.word),
      start: Number(one.word[0] !== typed[0]),
    }))
    .filter(({ slips, games }) => slips > 0 && slips <= (letters < LONG ? 1 : 2) && games >= own * 10)
    .toSorted((a, b) => a.slips - b.slips || a.start - b.start || b.games - a.games || (a.word < b.word ? -1 : 1))
  return near[0]?.word ?? null
}

/** Counts the wrong, missing, extra and swapped letters between two words. */
export function editDistance(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)]
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1]
      let slips = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + Number(!same))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        slips = Math.min(slips, before[j - 2]! + 1)
      }
      row.push(slips)
    }
    before = last
    last = row
  }
  return last[to.length]!
}
