import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GameFacts } from './game-faq.server.ts'
import { playerGuideOf } from './game-guide.server.ts'

const bare: GameFacts = {
  title: 'Moto Rush', categories: ['Casual'], tags: [], howToPlay: '', controls: null, publishedBy: null, playsOnPhones: null, width: null, height: null,
  isSelfHosted: false,
} // prettier-ignore

const guideOf = (facts: Partial<GameFacts>) => playerGuideOf({ ...bare, ...facts }).join('\n')

test('the guide of a game with few facts has the advice that is common to all', () => {
  expect(playerGuideOf(bare)).toEqual([
    'The fullscreen button is at the right end of the bar below the game. Press Esc to leave fullscreen.',
    'If Moto Rush saves your progress, it does so in this browser. Private windows lose it.',
  ])
})

test.each([
  [960, 600, 'a wide screen (960 × 600)'],
  [600, 960, 'a tall screen (600 × 960)'],
  [600, 600, 'a square screen (600 × 600)'],
  [630, 600, 'a square screen (630 × 600)'],
  [631, 600, 'a wide screen (631 × 600)'],
])('a game of %i × %i has %s', (width, height, screen) => {
  expect(guideOf({ width, height })).toContain(`Moto Rush is made for ${screen}`)
})

test('a wide self-hosted game for phones needs no turning', () => {
  const ours = { width: 1280, height: 720, isSelfHosted: true, playsOnPhones: true }
  expect(guideOf(ours)).toContain('also plays on a phone held upright')
  expect(guideOf(ours)).not.toContain('sideways')
  expect(guideOf({ ...ours, isSelfHosted: false })).toContain('sideways')
})

test('the guide of a self-hosted game explains how to leave it with the keyboard', () => {
  expect(guideOf({ isSelfHosted: true })).toContain('Press Esc or Tab to leave the game’s controls')
  expect(guideOf({})).not.toContain('Press Esc or Tab')
})

test('a game with only one dimension gets no advice on screens', () => {
  expect(guideOf({ width: 960 })).not.toContain('screen (')
  expect(guideOf({ height: 600 })).not.toContain('screen (')
})

test('the guide of a game with keys explains how to focus it', () => {
  expect(guideOf({ howToPlay: 'WASD and mouse' })).toContain(
    'You can play with the mouse or WASD. If it does not respond to your keys, click into it once.',
  )
  expect(guideOf({ howToPlay: 'Tap' })).toContain('You can play with touch.')
  expect(guideOf({ howToPlay: 'Tap' })).not.toContain('your keys')
})

test('the guide of a self-hosted game states that progress is saved', () => {
  expect(guideOf({ isSelfHosted: true })).toContain('Your progress is saved in this browser')
})

test('property: no advice contains a missing value', () => {
  const size = fc.constantFrom(null, 0, 600, 960)
  const facts = fc.record({
    howToPlay: fc.constantFrom('', 'Arrow keys', 'tap'),
    width: size,
    height: size,
    isSelfHosted: fc.boolean(),
  })
  fc.assert(
    fc.property(facts, (given) => {
      expect(guideOf(given)).not.toMatch(/undefined|null|NaN|\[object| {2}/)
    }),
  )
})
