/**
 * Returns the word nearest to `given`: a word that contains it, or the word with the smallest edit distance. `words`
 * must not be empty.
 */
export function nearestWord(given: string, words: string[]): string {
  const typed = given.toLowerCase().replaceAll('-', '_')
  const distances = words.map((word) => (typed.length > 2 && word.includes(typed) ? 1 : distance(typed, word)))
  return words[distances.indexOf(Math.min(...distances))]!
}

/** Returns the Levenshtein distance for the first 40 letters of `from`. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 0; i < Math.min(from.length, 40); i++) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (from[i] === to[j] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1)!
}
