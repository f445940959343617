import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { GAME_STATUSES, PUBLIC_STATUSES } from '../../db/schema/games.server.ts'
import { dropAllCached } from '../../server/cache/data-cache.server.ts'
import { listSimilar, listSimilarForVisitors } from './similar-games.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  world = await createTestDatabase()
})
beforeEach(async () => {
  await emptyCatalogue()
  dropAllCached()
})
afterAll(() => world.drop())

const slugsLike = async (id: number) => (await listSimilar(id)).map(({ slug }) => slug)

test('games that share more categories and tags come first, then the most viewed', async () => {
  const played = await createGame({ categories: ['Car', 'Puzzle'], tags: ['Drift', 'night'] })
  await createGames([
    { slug: 'a-tag', categories: ['Action'], tags: ['night'], views: 900 },
    { slug: 'second-category', categories: ['Puzzle'], views: 5 },
    { slug: 'first-category', categories: ['Car'], views: 1 },
    { slug: 'all-of-it', categories: ['Puzzle', 'Car'], tags: ['drift', 'Night'] },
    { slug: 'nothing', categories: ['Soccer'], tags: ['ball'], views: 9999 },
  ])
  expect(await slugsLike(played.id)).toEqual(['all-of-it', 'first-category', 'a-tag', 'second-category'])
})

test('the game itself, unlisted games and games of an unknown one are left out', async () => {
  const played = await createGame({ categories: ['Dress Up'], tags: [] })
  await createGames([
    { slug: 'same', categories: ['Dress Up'] },
    { slug: 'gone', categories: ['Dress Up'], url: null },
  ])
  expect(await slugsLike(played.id)).toEqual(['same'])
  expect(await slugsLike(999)).toEqual([])
})

test('an original among them has a 16:9 picture, and the 24 most viewed games are listed', async () => {
  const played = await createGame({ categories: ['Car'] })
  await createGames(
    Array.from({ length: 30 }, (_, at) => {
      return { slug: `car-${at}`, categories: ['Car'], isOriginal: true, provider: 'own', views: 30 - at }
    }),
  )
  const games = await listSimilar(played.id)
  expect(games.map(({ slug }) => slug)).toEqual(Array.from({ length: 24 }, (_, at) => `car-${at}`))
  expect(games.every((game) => !('isOriginal' in game))).toBe(true)
})

test('visitors get games similar to a public or deleted game, and none for other games', async () => {
  await createGame({ categories: ['Car'], slug: 'other' })
  const counts: Record<string, number> = {}
  for (const status of GAME_STATUSES) {
    const isPublic = PUBLIC_STATUSES.includes(status)
    const { id } = await createGame({ categories: ['Car'], status, ...(isPublic ? {} : { url: null }) })
    counts[status] = (await listSimilarForVisitors(id)).length
  }
  const known = Object.entries(counts).flatMap(([status, count]) => (count ? [status] : []))
  expect(known).toEqual(['published', 'delisted', 'deleted'])
  expect(await listSimilarForVisitors(99_999)).toEqual([])
})
