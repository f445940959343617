import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { findGameById, findGameBySlug } from './find-game.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

test('a game is found by slug and by id, with its views as a number', async () => {
  const game = await createGame({ slug: 'moto-rush', title: 'Moto Rush', tags: ['fun'], views: 3_000_000_000 })
  const found = await findGameBySlug('moto-rush')
  expect(found).toMatchObject({ id: game.id, title: 'Moto Rush', tags: ['fun'], views: 3_000_000_000, controls: null })
  expect(found?.created_at).toEqual(game.createdAt)
  expect(await findGameById(game.id)).toEqual(found)
  expect(await findGameById(game.id + 1)).toBeNull()
})

test('a slug matches only exactly', async () => {
  await createGame({ slug: 'moto-rush' })
  for (const slug of ['Moto-Rush', 'moto-rush ', 'moto', '', '%', "' or 1=1 --"])
    expect(await findGameBySlug(slug)).toBeNull()
})

test('a game without a URL is still found', async () => {
  await createGame({ slug: 'lost', url: null })
  expect(await findGameBySlug('lost')).toMatchObject({ url: null })
})
