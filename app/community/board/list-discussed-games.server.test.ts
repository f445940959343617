import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame } from '../../../testing/fixtures/games.ts'
import { createPost } from '../../../testing/fixtures/posts.ts'
import { listDiscussedGames } from './list-discussed-games.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  world = await createTestDatabase()
})
afterAll(() => world.drop())

test('discussed games are ordered by their newest visible post, then by popularity', async () => {
  const [moto, lamps, doors] = [
    await createGame({ slug: 'moto', title: 'Moto', views: 1 }),
    await createGame({ slug: 'lamps', title: 'Lamps', views: 2 }),
    await createGame({ slug: 'doors', title: 'Doors', views: 3 }),
  ]
  await createPost({ gameId: lamps.id })
  await createPost({ gameId: moto.id })
  await createPost({ gameId: moto.id })
  await createPost({ gameId: doors.id, state: 'held' })
  expect((await listDiscussedGames()).map(({ slug, posts }) => [slug, posts])).toEqual([
    ['moto', 2],
    ['lamps', 1],
    ['doors', 0],
  ])
})
