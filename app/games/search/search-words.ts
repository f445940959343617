/** Letters of a word that are corrected: shorter ones are as near to everything as to what was meant. */
const SHORTEST = 4

/** Letters from which on two may be wrong. */
const LONG = 8

/** What says nothing of a game. In step with what people type behind a category: "soccer games". */
const FILLERS = new Set(['game', 'games', 'online', 'free', 'play'])

/** Words of a term that are looked at; what follows is left to the search of titles as they are written. */
const MOST_WORDS = 8

/** The words of a term as `text_words` in the migration finds them in titles: runs of letters and digits, without apostrophes. */
export function wordsOf(term: string): string[] {
  const words = term
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return words.slice(0, MOST_WORDS)
}

/** Without the words that say nothing of a game, unless there are no others. */
export function tellingWords(words: string[]): string[] {
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length ? telling : words
}

/**
 * Queries for `game_words`. `titles`: titles with all these words in whatever order. `loose`: those that it leaves out, with two neighbours
 * written together or apart, or a last word that goes on: as one of `endings`, or, where these are null, in any way, for which an
 * index reads far more; empty where there are none. `tagged`: those that it leaves out, with at least one of the words in a category
 * or a tag.
 */
export function wordQueries(
  words: string[],
  endings: string[] | null = null,
): { titles: string; loose: string; tagged: string } {
  // Letters and digits alone: nothing in a word means something to the query.
  const exact = words.map((word) => `'${word}'`)
  const last = words.at(-1) ?? ''
  const goesOn = last.length > 2 ? ':*' : ''
  const others = goesOn ? (endings?.filter((word) => word !== last).map((word) => `'${word}'`) ?? [`'${last}':*`]) : []
  const open = [...exact.slice(0, -1), `(${[`'${last}'`, ...others].join(' | ')})`]
  const together = words
    .slice(1)
    .map((word, at) => [
      ...open.slice(0, at),
      `'${words[at]}${word}'${at + 2 === words.length ? goesOn : ''}`,
      ...open.slice(at + 2),
    ])
  const further = others.length ? [[...exact.slice(0, -1), `(${others.join(' | ')})`]] : []
  return {
    titles: exact.join(' & '),
    loose: [...further, ...together].map((each) => `(${each.join(' & ')})`).join(' | '),
    // The last part has an index read what tags have of the words, and nothing where they have none.
    tagged: [
      ...words.map((word) => `('${word}' | '#${word}')`),
      `(${words.map((word) => `'#${word}'`).join(' | ')})`,
    ].join(' & '),
  }
}

export type KnownWord = { word: string; games: number }

/**
 * What a word was meant to be, of those that share a slip with it, or null: the nearest, of these one with the same first
 * letter, then that of most games. A word that is known gives way only to one that ten times as many games have.
 */
export function correctionOf(typed: string, known: KnownWord[]): string | null {
  const letters = Array.from(typed).length
  if (letters < SHORTEST) return null
  const own = known.find(({ word }) => word === typed)?.games ?? 0
  const near = known
    .map((one) => ({
      ...one,
      slips: slipsBetween(typed, one.word),
      start: Number(one.word[0] !== typed[0]),
    }))
    .filter(({ slips, games }) => slips > 0 && slips <= (letters < LONG ? 1 : 2) && games >= own * 10)
    .toSorted((a, b) => a.slips - b.slips || a.start - b.start || b.games - a.games)
  return near[0]?.word ?? null
}

/** How many letters are wrong, missing, too many or swapped with their neighbour, between two words. */
export function slipsBetween(a: string, b: string): number {
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
