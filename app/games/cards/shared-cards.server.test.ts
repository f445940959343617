import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { database } from '../../db/connection.server.ts'
import { games } from '../../db/schema/games.server.ts'
import { dropAllCached, dropCached } from '../../server/cache/data-cache.server.ts'
import { rowCards } from './shared-cards.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(async () => {
  await emptyCatalogue()
  dropAllCached()
})
afterAll(() => testDatabase.drop())

test('an original has a 16:9 picture', async () => {
  const { id } = await createGame({ isOriginal: true, imageUrl: '/play/a/16x9.webp', posterUrl: '/play/a/3x4.webp' })
  const card = (await rowCards([id])).get(id)
  expect(card?.picture.src).toBe('/play/a/16x9.webp')
  expect(card).not.toHaveProperty('isOriginal')
})

test('every caller gets the same cached card until the games change', async () => {
  const [one, two] = await createGames([{ title: 'One' }, { title: 'Two' }])
  const first = (await rowCards([one!.id, one!.id])).get(one!.id)
  await database().update(games).set({ title: 'Other' }).where(eq(games.id, one!.id))
  const again = await rowCards([two!.id, one!.id])
  expect(again.get(one!.id)).toBe(first)
  expect(again.get(two!.id)?.title).toBe('Two')
  dropCached(['games'])
  expect((await rowCards([one!.id])).get(one!.id)?.title).toBe('Other')
})

test('an unknown game has no card', async () => {
  const { id } = await createGame()
  const cards = await rowCards([id + 1, id])
  expect(cards.get(id)).toBeDefined()
  expect(cards.get(id + 1)).toBeUndefined()
})
