import { expect, test } from 'vitest'
import { describeMove } from './describe-move.ts'

test('the message states what was moved', () => {
  expect(describeMove({ wishes: 1, recent: 0, left: 0 })).toEqual({ title: 'Moved to your account: 1 wish' })
  expect(describeMove({ wishes: 2, recent: 1, left: 0 })).toEqual({
    title: 'Moved to your account: 2 wishes and 1 recently played game',
  })
})

test('the message also states how many wishes did not fit, and why', () => {
  expect(describeMove({ wishes: 3, recent: 2, left: 7 })).toEqual({
    title: 'Moved to your account: 3 wishes and 2 recently played games',
    text: '7 wishes did not fit: a wishlist holds 1,000 games. They stay saved in this browser until there is room.',
  })
})

test('without moved items the message mentions only those that did not fit', () => {
  expect(describeMove({ wishes: 0, recent: 0, left: 1 })).toEqual({
    title: '1 wish did not fit in your account',
    text: 'A wishlist holds 1,000 games, and yours is full. It stays saved in this browser until there is room.',
    tone: 'neutral',
  })
  expect(describeMove({ wishes: 0, recent: 0, left: 0 })).toBeNull()
})
