import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames, daysAgo, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { database } from '../../db/connection.server.ts'
import { listingOf } from '../catalogue/category-rules.ts'
import { refreshListings } from '../catalogue/listings.server.ts'
import type { Order } from './list-orders.ts'
import { LISTING_SIZE, pageListing } from './page-listing.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

const page = (slug: string, order: Order = 'newest', at = 1) => pageListing(listingOf(slug), order, at)

/** Creates games as a few imports do, with few distinct views and titles, so that ties are common. */
function createMany(count: number, isOriginal = false) {
  return createGames(
    Array.from({ length: count }, (_, at) => ({
      slug: `car-${at}`,
      title: `Title ${(at * 7) % 50}`,
      categories: ['Car', 'Casual'],
      createdAt: daysAgo(20 - (at % 3)),
      feedPosition: Math.floor(at / 6),
      views: at % 40,
      isOriginal,
    })),
  )
}

test.each([
  ['car', 'newest', 'g.created_at desc, g.feed_position, g.id desc'],
  ['car', 'most-played', 'v.views desc, g.id desc'],
  ['car', 'a-z', 'g.search_title, g.id'],
  ['original', 'newest', 'g.created_at desc, g.feed_position, g.id desc'],
  ['original', 'most-played', 'v.views desc, g.id desc'],
  ['original', 'a-z', 'g.search_title, g.id'],
] as const)('the pages of %s ordered by %s together list each game once, in that order', async (slug, order, by) => {
  await createMany(335, slug === 'original')
  await createGames([{ categories: ['Pool'] }, { categories: ['Car'], url: null, isOriginal: true }])
  const listed: string[] = []
  for (let at = 1; at <= 6; at++) {
    const found = await page(slug, order, at)
    expect(found).toMatchObject({ total: 335, page: at, pages: 6 })
    expect(found.games).toHaveLength(at < 6 ? LISTING_SIZE : 35)
    listed.push(...found.games.map((game) => game.slug))
  }
  const { rows } = await database().execute<{ slug: string }>(
    sql`select slug from games g join game_views v on v.game_id = g.id where slug like 'car-%' order by ${sql.raw(by)}`,
  )
  expect(listed).toEqual(rows.map((row) => row.slug))
})

test('New and Popular list the first 300 of all games in pages', async () => {
  await createMany(310)
  for (const slug of ['new', 'popular']) {
    const last = await page(slug, 'newest', 5)
    expect(last).toMatchObject({ total: 300, page: 5, pages: 5 })
    expect(last.games).toHaveLength(LISTING_SIZE)
  }
  expect((await page('new')).games[0]!.slug).not.toBe((await page('popular')).games[0]!.slug)
})

test('New and Popular omit NEW by page and list tags, as other lists do', async () => {
  await createGames([
    ...Array.from({ length: 60 }, () => ({ createdAt: daysAgo(1) })),
    ...Array.from({ length: 60 }, (_, at) => ({ createdAt: daysAgo(at < 5 ? 2 : 9), views: 10, tags: ['fun', 'io'] })),
  ])
  const options = { withTags: true }
  const cards = async (slug: string) => (await pageListing(listingOf(slug), 'newest', 1, options)).games
  const popular = await cards('popular')
  expect(popular.filter(({ badges }) => badges?.includes('NEW'))).toHaveLength(5)
  expect(popular.every(({ tags }) => tags?.length === 2)).toBe(true)
  expect((await cards('new')).some(({ badges }) => badges)).toBe(false)
})

test.each([0, -1, 3, 1.5, 1e300, Number.NaN])('page %d is out of range and falls back to page 1', async (at) => {
  await createMany(LISTING_SIZE + 1)
  for (const slug of ['car', 'racing', 'new', 'popular'])
    expect(await page(slug, 'newest', at)).toEqual(await page(slug))
})

test('a category without games is one empty page', async () => {
  await createGame({ categories: ['Car'] })
  const nothing = { games: [], total: 0, page: 1, pages: 1 }
  expect(await page('pool', 'a-z', 7)).toEqual(nothing)
  expect(await page('original')).toEqual(nothing)
})

test('a changed title moves the game in the A–Z order', async () => {
  const [first] = await createGames([
    { slug: 'b', title: 'Bee', categories: ['Car'] },
    { slug: 'c', title: 'cat', categories: ['Car'] },
  ])
  const slugs = async () => (await page('car', 'a-z')).games.map((game) => game.slug)
  expect(await slugs()).toEqual(['b', 'c'])
  await database().transaction(async (tx) => {
    await tx.execute(sql`update games set title = 'Dog' where id = ${first!.id}`)
    await refreshListings(tx, [first!.id])
  })
  expect(await slugs()).toEqual(['c', 'b'])
})
