import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faqOf, type GameFacts } from './game-faq.server.ts'

const bare: GameFacts = {
  title: 'Moto Rush',
  categories: ['Casual'],
  tags: [],
  howToPlay: '',
  controls: null,
  publishedBy: null,
  playsOnPhones: null,
  width: null,
  height: null,
  isSelfHosted: false,
}

const textOf = (game: GameFacts) =>
  faqOf(game)
    .map(({ question, answer }) => `${question} ${answer}`)
    .join('\n')
const answerTo = (question: string, game: GameFacts) => faqOf(game).find((one) => one.question === question)?.answer

test('a game with few facts has only the questions they can answer', () => {
  expect(faqOf(bare).map(({ question }) => question)).toEqual([
    'Is Moto Rush free?',
    'Do I have to download anything?',
    'What kind of game is Moto Rush?',
  ])
  expect(answerTo('What kind of game is Moto Rush?', bare)).toBe('It is listed under Casual.')
  expect(answerTo('Do I have to download anything?', bare)).toContain('from the servers of its publisher.')
})

test('a game without a category has no question about its kind', () => {
  expect(answerTo('What kind of game is Moto Rush?', { ...bare, categories: [] })).toBeUndefined()
})

test('a game with all facts has six questions', () => {
  const game = {
    ...bare,
    categories: ['Car', 'Bike'],
    tags: ['fun', '3D'],
    howToPlay: '- Arrow keys to drive\n- Space to jump',
    publishedBy: 'Some Studio',
    playsOnPhones: true,
    width: 960,
    height: 600,
  }
  expect(faqOf(game)).toHaveLength(6)
  expect(answerTo('How do I play Moto Rush?', game)).toBe(
    'You can play with the arrow keys or the space bar. Arrow keys to drive.',
  )
  expect(answerTo('Does it work on a phone?', game)).toContain('Turn the phone sideways')
  expect(answerTo('Does it work on a phone?', { ...game, width: 600, height: 960 })).toContain('Hold the phone upright')
  expect(answerTo('Does it work on a phone?', { ...game, playsOnPhones: false })).toContain('made for a computer')
  expect(answerTo('Who made Moto Rush?', game)).toBe('Moto Rush is published by Some Studio.')
  expect(answerTo('What kind of game is Moto Rush?', game)).toBe(
    'It is listed under Car and Bike, and is tagged fun and 3D.',
  )
})

test('a square game gives no advice about the phone’s orientation', () => {
  const square = { ...bare, playsOnPhones: true, width: 600, height: 600 }
  expect(answerTo('Does it work on a phone?', square)).not.toMatch(/sideways|upright/)
})

test('a self-hosted game works in both orientations', () => {
  const ours = { ...bare, playsOnPhones: true, width: 1280, height: 720, isSelfHosted: true }
  expect(answerTo('Does it work on a phone?', ours)).toMatch(/works in portrait and landscape\.$/)
})

test('a self-hosted game is served by this site', () => {
  expect(answerTo('Do I have to download anything?', { ...bare, isSelfHosted: true })).toContain('served by this site')
})

/** Creates facts of any game, whose texts never contain undefined or null. */
const anyFacts: fc.Arbitrary<GameFacts> = fc.record({
  title: fc.constantFrom('Moto Rush', '2048', '塔防', 'A'),
  categories: fc.subarray(['Car', 'Bike', 'Dress Up']),
  tags: fc.subarray(['fun', '3D', 'kids', 'racing', 'stickman', 'retro']),
  howToPlay: fc
    .array(fc.constantFrom('Arrow keys', '- Space!', '', '1. Tap?', 'WASD, mouse'), { maxLength: 4 })
    .map((lines) => lines.join('\n')),
  controls: fc.constantFrom(null, [], [{ keys: ['↑', 'W'] }]),
  publishedBy: fc.constantFrom(null, 'Some Studio', 'Studio Inc.'),
  playsOnPhones: fc.constantFrom(null, true, false),
  width: fc.constantFrom(null, 600, 960),
  height: fc.constantFrom(null, 600, 960),
  isSelfHosted: fc.boolean(),
})

test('property: no answer contains a missing value or a gap', () => {
  fc.assert(
    fc.property(anyFacts, (game) => {
      expect(textOf(game)).not.toMatch(/undefined|null|NaN|\[object| {2}| [.,]|\.\./)
      for (const { answer } of faqOf(game)) expect(answer).toMatch(/[.!?]$/)
    }),
  )
})
