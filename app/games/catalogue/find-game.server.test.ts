import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/database.ts'
import { createGame, emptyCatalogue } from '../../../tests/games.ts'
import { findGameById, findGameBySlug } from './find-game.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

test('a game is found by its slug and by its id, with its views as a number', async () => {
  const game = await createGame({ slug: 'moto-rush', title: 'Moto Rush', tags: ['fun'], views: 3_000_000_000 })
  const found = await findGameBySlug('moto-rush')
  expect(found).toMatchObject({ id: game.id, title: 'Moto Rush', tags: ['fun'], views: 3_000_000_000, controls: null })
  expect(found?.created_at).toEqual(game.createdAt)
  expect(await findGameById(String(game.id))).toEqual(found)
})

test('a slug is found to the letter only', async () => {
  await createGame({ slug: 'moto-rush' })
  for (const slug of ['Moto-Rush', 'moto-rush ', 'moto', '', '%', "' or 1=1 --"])
    expect(await findGameBySlug(slug)).toBeNull()
})

test('a game without an address has its page all the same', async () => {
  await createGame({ slug: 'lost', url: null })
  expect(await findGameBySlug('lost')).toMatchObject({ url: null })
})

test('what is no id of a game finds none, and never fails', async () => {
  await createGame()
  for (const id of [
    '0',
    '2',
    '-1',
    '01',
    '1.0',
    '1e0',
    ' 1',
    '1 ',
    '',
    'x',
    '١',
    '2147483647',
    '2147483648',
    '9'.repeat(400),
  ]) {
    expect(await findGameById(id)).toBeNull()
  }
})
