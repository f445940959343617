import { expect, test } from 'vitest'
import type { Card } from './card.server.ts'
import { sameCards } from './same-cards.server.ts'

const cardOf = (id: number, title = `Game ${id}`): Card => ({
  id,
  slug: `game-${id}`,
  title,
  picture: { src: `/pictures/${id}/640`, small: `/pictures/${id}/320` },
  categories: ['Puzzle'],
})

test('cards that say the same are one object, and others are not', () => {
  const [first] = sameCards([cardOf(1)])
  const [again, other, renamed] = sameCards([cardOf(1), cardOf(2), cardOf(1, 'Another name')])
  expect(again).toBe(first)
  expect(other).toEqual(cardOf(2))
  expect(renamed).toEqual(cardOf(1, 'Another name'))
})

test('cards that nobody has shown lately are let go, those in use are not', () => {
  const [used] = sameCards([cardOf(1)])
  const [unused] = sameCards([cardOf(2)])
  for (let id = 3; id < 4000; id++) sameCards([cardOf(1), cardOf(id)])
  expect(sameCards([cardOf(1)])[0]).toBe(used)
  expect(sameCards([cardOf(2)])[0]).not.toBe(unused)
})
