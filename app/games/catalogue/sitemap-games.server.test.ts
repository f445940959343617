import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames, daysAgo, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { database } from '../../db/connection.server.ts'
import { countSitemapParts, listSitemapGames } from './sitemap-games.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

const nextId = (id: number) => database().execute(sql.raw(`alter sequence games_id_seq restart with ${id}`))

test('an empty catalogue has no sitemap part', async () => {
  expect(await countSitemapParts()).toBe(0)
  expect(await listSitemapGames(1)).toEqual([])
})

test('a part covers 10,000 ids', async () => {
  await createGame({ slug: 'first' })
  expect(await countSitemapParts()).toBe(1)
  await nextId(10_000)
  await createGame({ slug: 'last-of-1' })
  expect(await countSitemapParts()).toBe(1)
  await createGame({ slug: 'first-of-2' })
  expect(await countSitemapParts()).toBe(2)
  expect((await listSitemapGames(1)).map(({ slug }) => slug)).toEqual(['first', 'last-of-1'])
  expect((await listSitemapGames(2)).map(({ slug }) => slug)).toEqual(['first-of-2'])
})

test('a part has the date of each change and omits games without a URL', async () => {
  const updatedAt = daysAgo(3)
  await createGames([
    { slug: 'here', updatedAt },
    { slug: 'away', url: null },
  ])
  expect(await listSitemapGames(1)).toEqual([{ slug: 'here', updated_at: updatedAt }])
})
