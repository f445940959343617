import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames, daysAgo, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { database } from '../../db/connection.server.ts'
import { loadGamesList } from './load-games-list.server.ts'
import { PAGE_SIZE, pageGames } from './page-games.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

/** Creates games as a few imports do: many share a time, and some of those also a feed position. */
function createImported(count: number, category: string) {
  return createGames(
    Array.from({ length: count }, (_, at) => ({
      slug: `${category.toLowerCase()}-${at}`,
      categories: [category],
      createdAt: daysAgo(20 - (at % 3)),
      feedPosition: Math.floor(at / 6),
    })),
  )
}

test('the pages of all games and of a category together list each game once, in one order', async () => {
  await createImported(523, 'Car')
  await createImported(210, 'Casual')
  await createGame({ url: null, categories: ['Car'] })
  await expectPages('all', 733)
  await expectPages('Car', 523)
})

async function expectPages(filter: 'all' | 'Car', total: number): Promise<void> {
  const listed: string[] = []
  let pages = 1
  for (let page = 1; page <= pages; page++) {
    const found = await pageGames({ filter, page })
    expect(found).toMatchObject({ total, page })
    if (page < found.pages) expect(found.games).toHaveLength(PAGE_SIZE)
    listed.push(...found.games.map(({ slug }) => slug))
    pages = found.pages
  }
  expect(pages).toBe(Math.ceil(total / PAGE_SIZE))
  expect(new Set(listed).size).toBe(total)
  const { rows } = await database().$client.query<{ slug: string }>(
    `select slug from games where url is not null ${filter === 'Car' ? `and 'Car' = any(categories)` : ''}
     order by created_at desc, feed_position, id desc`,
  )
  expect(listed).toEqual(rows.map(({ slug }) => slug))
}

test.each([
  ['all', 'most-played', 'v.views desc, g.id desc'],
  ['all', 'a-z', 'g.search_title, g.id'],
  ['car', 'most-played', 'v.views desc, g.id desc'],
  ['car', 'a-z', 'g.search_title, g.id'],
  ['original', 'a-z', 'g.search_title, g.id'],
] as const)(
  'the pages of %s ordered by %s together list each of 230 games once, in that order',
  async (filter, order, by) => {
    await createGames(
      Array.from({ length: 230 }, (_, at) => ({
        title: `Title ${(at * 7) % 50}`,
        categories: ['Car'],
        views: at % 40,
        isOriginal: filter === 'original',
      })),
    )
    await createGame({ url: null, categories: ['Car'], isOriginal: true })
    const listed: string[] = []
    for (let page = 1; page <= 3; page++) {
      const found = await loadGamesList({ filter, q: '', order, page })
      expect(found).toMatchObject({ matching: 230, page, pages: 3, order, isOrdered: true })
      listed.push(...found.games.map(({ slug }) => slug))
    }
    const { rows } = await database().$client.query<{ slug: string }>(
      `select slug from games g join game_views v on v.game_id = g.id where url is not null order by ${by}`,
    )
    expect(listed).toEqual(rows.map(({ slug }) => slug))
  },
)

test.each(['new', 'popular'])('the filter %s lists the first 300 games in pages, in one order', async (filter) => {
  await createImported(310, 'Car')
  const listed = new Set<string>()
  for (let page = 1; page <= 3; page++) {
    const found = await loadGamesList({ filter, q: '', order: 'a-z', page })
    expect(found).toMatchObject({ matching: 300, page, pages: 3, order: 'newest', isOrdered: false })
    for (const { slug } of found.games) listed.add(slug)
  }
  expect(listed.size).toBe(300)
})

test.each([0, -1, 3, 1.5, 1e9, 1e300, Infinity, Number.NaN])(
  'page %d is out of range and falls back to page 1',
  async (page) => {
    await createImported(106, 'Car')
    const first = await pageGames({ filter: 'all', page: 1 })
    expect(await pageGames({ filter: 'all', page })).toEqual(first)
    expect(await pageGames({ filter: 'car', page })).toEqual(first)
  },
)

test('a full page has no second page, and one game more adds it', async () => {
  await createImported(105, 'Car')
  expect(await pageGames({ filter: 'all', page: 1 })).toMatchObject({ pages: 1 })
  await createGame({ slug: 'newest', createdAt: daysAgo(0) })
  const second = await pageGames({ filter: 'all', page: 2 })
  expect(second.pages).toBe(2)
  expect(second.games).toHaveLength(1)
})

test('an empty list is one empty page', async () => {
  expect(await pageGames({ filter: 'all', page: 1 })).toEqual({ games: [], total: 0, page: 1, pages: 1 })
  expect(await pageGames({ filter: 'cooking', page: 7 })).toEqual({ games: [], total: 0, page: 1, pages: 1 })
})

test.each(['Car', 'car', 'CAR', 'cars', 'racing'])('the filter %s lists the games of Car', async (filter) => {
  await createGames([{ slug: 'a-car', categories: ['Casual', 'Car'] }, { slug: 'other' }])
  expect((await pageGames({ filter, page: 1 })).games.map(({ slug }) => slug)).toEqual(['a-car'])
})

test('a card has two tags and the number of others', async () => {
  await createGame({ tags: ['fun', 'kids', '3D', 'retro'] })
  expect((await pageGames({ filter: 'all', page: 1 })).games[0]).toMatchObject({ tags: ['fun', 'kids'], moreTags: 2 })
})

test('the games list has a heading, collections and the genres that have games', async () => {
  await createGames([
    { slug: 'new', categories: ['Dress Up'], createdAt: daysAgo(1) },
    { slug: 'popular', categories: ['Car'], views: 5 },
    { slug: 'original', categories: ['Car'], isOriginal: true, createdAt: daysAgo(50) },
  ])
  const load = (filter: string, q = '') => loadGamesList({ filter, q, page: 1 })
  expect(await load('all')).toMatchObject({ total: 3, players: 0, title: 'All Games', filter: 'all', q: '' })
  expect((await load('all')).genres.map(({ name }) => name)).toEqual(['Car', 'Dress Up'])
  expect(await load('Dress Up')).toMatchObject({
    title: 'Dress Up Games',
    filter: 'dress-up',
    games: [{ slug: 'new' }],
  })
  expect(await load('racing')).toMatchObject({ title: 'Car Games', filter: 'car' })
  expect(await load('new')).toMatchObject({ title: 'New Games', games: [{ slug: 'new' }, {}, {}] })
  expect(await load('popular')).toMatchObject({ title: 'Popular Games', games: [{ slug: 'popular' }, {}, {}] })
  const originals = await load('original')
  expect(originals).toMatchObject({ title: 'Original Games', games: [{ slug: 'original' }] })
  expect(originals.games).toHaveLength(1)
  expect(await load('cooking')).toMatchObject({ title: 'Cooking Games', games: [], total: 3 })
  expect(await load('all', ' GAME ')).toMatchObject({ title: 'Games matching "GAME"', q: 'GAME', pages: 1 })
})
