import { afterEach, expect, test } from 'vitest'
import { processorMs } from '../../../../testing/fixtures/processor-time.ts'
import type { FeedRule } from '../../../db/schema/feeds.server.ts'
import { setArrangement } from '../../arrangement/arrangement.ts'
import { compileRules, type RuledGame } from './compile-rules.ts'
import { foldWords } from './fold-words.ts'

const GAME: RuledGame = {
  title: 'Lantern Walk',
  description: 'Walk home with a lantern. Mind the bats!',
  categories: ['Adventure'],
  raw_category: 'Exploration, Night',
  tags: ['Walking', 'Bats & Owls'],
  url: 'https://html5.games.example/lantern/',
  image_url: 'https://img.games.example/lantern.jpg',
  width: 800,
  height: 450,
  plays_on_phones: null,
}

afterEach(() => setArrangement({}))

function matches(when: FeedRule['when'], game: Partial<RuledGame> = {}): boolean {
  const rules = [{ name: 'Test', when, set: { status: 'hidden' as const } }]
  return compileRules({ rules, usesDefaultRules: false })({ ...GAME, ...game }).length > 0
}

test('words match whole words and phrases without case and accents, in the title, description, categories and tags', () => {
  for (const words of [['LANTERN'], ['walk home'], ['exploration'], ['adventure'], ['bats owls'], ['no', 'mind the']])
    expect(matches({ words }), words.join()).toBe(true)
  for (const words of [['lant'], ['antern'], ['walk lantern'], ['bats walking'], ['home mind'], [''], ['!?']])
    expect(matches({ words }), words.join()).toBe(false)
  expect(matches({ words: ['cafe ole'] }, { title: 'Café Olé' })).toBe(true)
  expect(matches({ words: ['Éclair'] }, { description: 'A plain eclair.' })).toBe(true)
  expect(matches({ words: ['hold em'] }, { title: 'Hold’em' })).toBe(true)
  expect(matches({ words: ['18+'] }, { title: 'Only 18+' })).toBe(true)
  expect(matches({ words: ['18+'] }, { title: '18 levels' })).toBe(false)
})

test('a phrase does not continue from one part of a game into the next', () => {
  expect(matches({ words: ['walk walk'] })).toBe(false)
  expect(matches({ words: ['adventure walking'] })).toBe(false)
})

test('words of scripts without spaces are found within a text', () => {
  expect(matches({ words: ['カジノ'] }, { title: '東京カジノゲーム' })).toBe(true)
  expect(matches({ words: ['カノ'] }, { title: '東京カジノゲーム' })).toBe(false)
})

test('values are compared as text, whatever they contain, and a long hostile one takes no time', () => {
  expect(matches({ words: ['l.ntern', '.*', '(x+)+$', '[lantern]x'] })).toBe(false)
  const search = () => {
    const words = ['(a+)+$'.repeat(10) + 'b', 'a a a b']
    expect(matches({ words }, { description: 'a '.repeat(50_000) })).toBe(false)
  }
  expect(processorMs(search)).toBeLessThan(2000)
})

test('every condition matches by itself', () => {
  expect(matches({ categories: ['night'] })).toBe(true)
  expect(matches({ categories: ['Adventure'] })).toBe(true)
  expect(matches({ categories: ['Explor'] })).toBe(false)
  expect(matches({ tags: ['bats owls'] })).toBe(true)
  expect(matches({ tags: ['bats'] }), 'a whole tag').toBe(false)
  expect(matches({ hosts: ['games.example'] }), 'with its subdomains').toBe(true)
  expect(matches({ hosts: ['HTML5.games.example'] })).toBe(true)
  expect(matches({ hosts: ['ames.example', 'games.example.org'] })).toBe(false)
  expect(matches({ smallerThan: 451 })).toBe(true)
  expect(matches({ smallerThan: 450 })).toBe(false)
  expect(matches({ smallerThan: 4000 }, { width: null, height: null }), 'an unknown size').toBe(false)
  expect(matches({ hasNoPicture: true })).toBe(false)
  expect(matches({ hasNoPicture: true }, { image_url: null })).toBe(true)
  expect(matches({ phones: false })).toBe(false)
  expect(matches({ phones: false }, { plays_on_phones: false })).toBe(true)
  expect(matches({ phones: true }, { plays_on_phones: true })).toBe(true)
})

test('all conditions of a rule must match, and a rule without conditions matches nothing', () => {
  expect(matches({ words: ['lantern'], tags: ['walking'] })).toBe(true)
  expect(matches({ words: ['lantern'], tags: ['running'] })).toBe(false)
  expect(matches({})).toBe(false)
  expect(matches({ words: [] })).toBe(false)
})

test('rulings are in the order of the rules, after those of the default rules', () => {
  const rulings = compileRules({
    rules: [
      { name: 'Second', when: { words: ['casino'] }, set: { status: 'published', category: 'Card' } },
      { name: 'Third', when: { hasNoPicture: true }, set: { status: 'hidden' } },
    ],
    usesDefaultRules: true,
  })({ ...GAME, title: 'Grand Casino', image_url: null })
  expect(rulings).toEqual([
    { rule: 'Gambling', status: 'pending', ageRating: '18' },
    { rule: 'Second', status: 'published', category: 'Card' },
    { rule: 'Third', status: 'hidden' },
  ])
})

test('rules follow categories and tags that operators rename or merge, also while a feed is being read', () => {
  const rules: FeedRule[] = [
    { name: 'Cars', when: { categories: ['Car'] }, set: { status: 'hidden' } },
    { name: 'Casino', when: { tags: ['casino'] }, set: { category: 'Car' } },
    { name: 'Words', when: { words: ['casino'] }, set: { ageRating: '18' } },
  ]
  const rulingsOf = compileRules({ rules, usesDefaultRules: true })
  const racing = { ...GAME, categories: ['Vehicles'], raw_category: 'Racing' }
  const card = { ...GAME, categories: ['Card'], tags: ['cards'] }
  const dressing = { ...GAME, title: 'Poker Dresses', categories: ['Fashion'] }
  expect(rulingsOf(racing)).toEqual([])

  const shown = { description: '', isInMenu: true, isHidden: false, mergedInto: null }
  const tag = { name: null, description: '', isHidden: false, mergedInto: 'cards' }
  setArrangement({
    categories: [
      { ...shown, slug: 'car', name: 'Vehicles' },
      { ...shown, slug: 'dress-up', name: 'Fashion' },
    ],
    tags: ['casino', 'poker'].map((name) => ({ ...tag, tag: name })),
  })
  expect(rulingsOf(racing)).toEqual([{ rule: 'Cars', status: 'hidden' }])
  expect(rulingsOf({ ...card, replaced_tags: ['casino', 'poker'] })).toEqual([
    { rule: 'Gambling', status: 'pending', ageRating: '18' },
    { rule: 'Casino', category: 'Vehicles' },
    { rule: 'Words', ageRating: '18' },
  ])
  // Of an existing game, the tags of its feed are unknown.
  expect(rulingsOf(card)).toEqual([{ rule: 'Casino', category: 'Vehicles' }])
  expect(rulingsOf(dressing), 'the default rules have exceptions for categories').toEqual([])
})

test('plain English and other texts are split alike', () => {
  expect(foldWords("Don't 2+2, 18+ a_b")).toEqual(foldWords('Don’t 2+2, 18+ a_b'))
  expect(foldWords('Don’t 2+2, 18+ a_b')).toEqual(['don', 't', '2', '2', '18+', 'a', 'b'])
})
