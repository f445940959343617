import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { emptyLinks, loadEmptyLinks } from './empty-links.server.ts'
import { listOfferedTags } from './offered-tags.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  world = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => world.drop())

test('links to empty listings are known until a listing has games', async () => {
  await createGames([{ categories: ['Car', 'Driving'] }, { categories: ['Dress Up'] }])
  expect(await loadEmptyLinks()).toBe(true)
  const before = emptyLinks()
  expect(before).toContain('/originals')
  expect(before).toContain('/category/puzzle')
  for (const filled of ['new', 'popular', 'driving', 'dress-up']) expect(before).not.toContain(`/category/${filled}`)
  expect(await loadEmptyLinks()).toBe(false)
  expect(emptyLinks()).toBe(before)
  await createGame({ categories: ['Puzzle'], isOriginal: true })
  expect(await loadEmptyLinks()).toBe(true)
  expect(emptyLinks()).not.toContain('/category/puzzle')
  expect(emptyLinks()).not.toContain('/originals')
})

test('empty listings are also known in a large catalogue', async () => {
  await createGames(Array.from({ length: 801 }, (_, at) => (at ? {} : { tags: ['3d', 'of our own'] })))
  await loadEmptyLinks()
  expect(emptyLinks()).toContain('/category/pool')
  expect(await listOfferedTags()).toEqual(['3D'])
})
