import { expect, test } from 'vitest'
import { changeOf, effectsOf, type ExistingGame } from './rulings.ts'

test('of several rules that set the same, only the last one does', () => {
  const effects = effectsOf([
    { rule: 'A', status: 'pending', ageRating: '18' },
    { rule: 'B', category: 'Card' },
    { rule: 'C', status: 'published' },
  ])
  expect(Object.fromEntries(effects)).toEqual({
    A: { ageRating: '18' },
    B: { category: 'Card' },
    C: { status: 'published' },
  })
  expect(
    effectsOf([
      { rule: 'A', status: 'pending' },
      { rule: 'B', status: 'hidden' },
    ]).has('A'),
  ).toBe(false)
})

const GAME: ExistingGame = {
  status: 'published',
  reason: '',
  categories: ['Casual'],
  hasOwnCategories: false,
  ageRating: null,
}

test('a change contains only what differs', () => {
  const effect = { status: 'pending', category: 'Card', ageRating: '18' } as const
  expect(changeOf(effect, GAME)).toEqual(effect)
  expect(changeOf(effect, { ...GAME, ageRating: '18', categories: ['Card'] })).toEqual({ status: 'pending' })
  const held: ExistingGame = {
    ...GAME,
    status: 'pending',
    reason: 'Rule: Slots',
    ageRating: '18',
    categories: ['Card'],
  }
  expect(changeOf(effect, held)).toBeNull()
  expect(changeOf(effect, { ...held, reason: '' }), 'it gets the reason').toEqual({ status: 'pending' })
  expect(changeOf({ category: 'Card' }, { ...GAME, categories: ['Card', 'Casual'] })).toEqual({ category: 'Card' })
})

test('categories that an operator has chosen stay', () => {
  expect(changeOf({ category: 'Card' }, { ...GAME, hasOwnCategories: true })).toBeNull()
})

test('a rule neither shows a hidden game nor touches a deleted one', () => {
  for (const status of ['hidden', 'deleted', 'quarantined', 'delisted', 'published'] as const)
    expect(changeOf({ status: 'published' }, { ...GAME, status }), status).toBeNull()
  expect(changeOf({ status: 'published' }, { ...GAME, status: 'pending' })).toEqual({ status: 'published' })
  for (const status of ['hidden', 'deleted'] as const) {
    expect(changeOf({ status: 'pending' }, { ...GAME, status })).toBeNull()
    expect(changeOf({ status: 'hidden' }, { ...GAME, status })).toBeNull()
  }
  for (const status of ['delisted', 'quarantined', 'pending'] as const)
    expect(changeOf({ status: 'hidden' }, { ...GAME, status })).toEqual({ status: 'hidden' })
})
