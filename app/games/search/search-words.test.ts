import fc from 'fast-check'
import { expect, test } from 'vitest'
import { correctionOf, editDistance, withoutFillers, wordsOf } from './search-words.ts'

test('words are runs of letters and digits, without apostrophes', () => {
  expect(wordsOf(" Papa’s  Büro-Spiel: 2048! L'été ")).toEqual(['papas', 'büro', 'spiel', '2048', 'lété'])
  expect(wordsOf('塔防 大战 🎮')).toEqual(['塔防', '大战'])
  expect(wordsOf('--- %_\\')).toEqual([])
})

test('filler words are dropped unless there are no others', () => {
  expect(withoutFillers(['free', 'soccer', 'games'])).toEqual(['soccer'])
  expect(withoutFillers(['play', 'games'])).toEqual(['play', 'games'])
})

test.each([
  ['solitare', 'solitaire', 1],
  ['geomtry', 'geometry', 1],
  ['zombbie', 'zombie', 1],
  ['racign', 'racing', 1],
  ['cat', 'car', 1],
  ['', 'abc', 3],
  ['gemotery', 'geometry', 2],
])('the edit distance from %s to %s is %i', (from, to, distance) => {
  expect(editDistance(from, to)).toBe(distance)
})

test('property: the edit distance is symmetric, and zero only for equal words', () => {
  const word = fc.stringMatching(/^[ab🎮]{0,8}$/u)
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a))
      expect(editDistance(a, b) === 0).toBe(a === b)
    }),
  )
})

test('the nearest word is chosen, preferring the same first letter, then the most games', () => {
  const known = [
    { word: 'boccer', games: 900 },
    { word: 'soccer', games: 20 },
    { word: 'socket', games: 500 },
  ]
  expect(correctionOf('soccr', known)).toBe('soccer')
  expect(correctionOf('zoccer', known)).toBe('boccer')
  expect(correctionOf('sxxxer', known)).toBeNull()
})

test('of equally good corrections, the choice does not depend on their order', () => {
  const known = ['stone', 'store'].map((word) => ({ word, games: 5 }))
  expect([correctionOf('stote', known), correctionOf('stote', known.toReversed())]).toEqual(['stone', 'stone'])
})

test('short words are not corrected, and known words only to far more frequent ones', () => {
  expect(correctionOf('cra', [{ word: 'car', games: 900 }])).toBeNull()
  expect(
    correctionOf('solitare', [
      { word: 'solitare', games: 2 },
      { word: 'solitaire', games: 19 },
    ]),
  ).toBeNull()
  expect(
    correctionOf('solitare', [
      { word: 'solitare', games: 1 },
      { word: 'solitaire', games: 19 },
    ]),
  ).toBe('solitaire')
})
