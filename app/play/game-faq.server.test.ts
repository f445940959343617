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

test('of a game that little is known of, only what is known is asked', () => {
  expect(faqOf(bare).map(({ question }) => question)).toEqual([
    'Is Moto Rush free?',
    'Do I have to download anything?',
    'What kind of game is Moto Rush?',
  ])
  expect(answerTo('What kind of game is Moto Rush?', bare)).toBe('It is listed under Casual.')
  expect(answerTo('Do I have to download anything?', bare)).toContain('from the servers of its publisher;')
})

test('a game without a category is not asked for its kind', () => {
  expect(answerTo('What kind of game is Moto Rush?', { ...bare, categories: [] })).toBeUndefined()
})

test('of a game that all is known of, six questions are answered', () => {
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
    'It is played with the arrow keys and the space bar. Arrow keys to drive.',
  )
  expect(answerTo('Does it work on a phone?', game)).toContain('Turn the phone sideways')
  expect(answerTo('Does it work on a phone?', { ...game, width: 600, height: 960 })).toContain('Hold the phone upright')
  expect(answerTo('Does it work on a phone?', { ...game, playsOnPhones: false })).toContain('made for a computer')
  expect(answerTo('Who made Moto Rush?', game)).toBe('Moto Rush is published by Some Studio.')
  expect(answerTo('What kind of game is Moto Rush?', game)).toBe(
    'It is listed under Car and Bike, and is tagged fun and 3D.',
  )
})

test('a square game is for no particular way of holding a phone', () => {
  const square = { ...bare, playsOnPhones: true, width: 600, height: 600 }
  expect(answerTo('Does it work on a phone?', square)).not.toMatch(/sideways|upright/)
})

test('a game of ours plays either way that a phone is held', () => {
  const ours = { ...bare, playsOnPhones: true, width: 1280, height: 720, isSelfHosted: true }
  expect(answerTo('Does it work on a phone?', ours)).toMatch(/works in portrait and landscape\.$/)
})

test('a game of ours comes from this site', () => {
  expect(answerTo('Do I have to download anything?', { ...bare, isSelfHosted: true })).toContain('served by this site')
})

/** Facts of any game; their texts never contain undefined or null. */
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

test('property: no answer holds a value that is not there, or an empty place', () => {
  fc.assert(
    fc.property(anyFacts, (game) => {
      expect(textOf(game)).not.toMatch(/undefined|null|NaN|\[object| {2}| [.,]|\.\./)
      for (const { answer } of faqOf(game)) expect(answer).toMatch(/[.!?]$/)
    }),
  )
})
