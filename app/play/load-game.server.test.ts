import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../testing/fixtures/games.ts'
import { database } from '../db/connection.server.ts'
import { gameViews } from '../db/schema/games.server.ts'
import { config } from '../server/process/config.server.ts'
import { dropAllCached } from '../server/cache/data-cache.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { gameCrumbs, gameMeta } from './game-meta.server.ts'
import { loadGame } from './load-game.server.ts'

const site = { name: 'Playhall', url: 'https://playhall.example' }
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(async () => {
  await emptyCatalogue()
  dropAllCached()
  config().structuredRating = 'votes'
})
afterAll(() => testDatabase.drop())

async function load(slug: string) {
  const game = await loadGame(slug)
  if (!game) throw new Error(`no game ${slug}`)
  return game
}

const createRelated = (count: number) =>
  createGames(Array.from({ length: count }, (_, at) => ({ slug: `car-${at}`, categories: ['Car'], views: 1000 - at })))

/** The structured data of a game's page by its type. */
function structuredOf(game: Awaited<ReturnType<typeof load>>, type: string) {
  const tags = pageMeta(site, gameMeta(site, game)) as { 'script:ld+json'?: Record<string, unknown> }[]
  return tags.map((tag) => tag['script:ld+json']).find((object) => object?.['@type'] === type)
}

const tagsOf = (game: Awaited<ReturnType<typeof load>>) =>
  pageMeta(site, gameMeta(site, game)) as unknown as Record<string, string>[]

test('an unknown game has no page', async () => {
  expect(await loadGame('none')).toBeNull()
})

test.each([
  [11, 10, false],
  [21, 20, false],
  [22, 20, true],
  [40, 20, true],
])(
  'of %i related games the first is skipped and %i are listed, and more are offered: %s',
  async (related, shown, more) => {
    await createRelated(related)
    await createGame({ slug: 'moto', categories: ['Car'], url: 'https://html5.gamemonetize.com/a/' })
    const { moreGames, hasMoreGames } = await load('moto')
    expect(moreGames.map(({ slug }) => slug)).toEqual(Array.from({ length: shown }, (_, at) => `car-${at + 1}`))
    expect(hasMoreGames).toBe(more)
  },
)

test('a bundled game names its licence, and no other game does', async () => {
  await createGames([
    { slug: 'bundled', provider: 'own', url: '/play/bundled/' },
    { slug: 'original', provider: 'own', url: '/play/original/', isOriginal: true },
    { slug: 'fed' },
  ])
  expect((await load('bundled')).licence).toBe('/play/bundled/LICENSE.txt')
  expect((await load('original')).licence).toBeNull()
  expect((await load('fed')).licence).toBeNull()
})

test('a game whose URL may not be framed has a page without a frame', async () => {
  await createGame({ slug: 'bad', url: 'javascript:alert(1)' })
  expect(await load('bad')).toMatchObject({ frame: null, title: expect.stringContaining('Game') })
})

test('metadata from an operator overrides generated metadata', async () => {
  await createGames([
    { slug: 'plain', title: 'Moto', description: 'Race\nup.' },
    {
      slug: 'written',
      seoTitle: 'Their title',
      seoDescription: 'Their words',
      ogTitle: 'Their share title',
      ogDescription: 'Their share words',
      ogImage: 'https://cdn.example/share.png',
      canonicalUrl: 'https://maker.example/moto',
    },
  ])
  const plain = tagsOf(await load('plain'))
  expect(plain).toContainEqual({ title: 'Moto - Play Free Online Game' })
  expect(plain).toContainEqual({ name: 'description', content: 'Race up.' })
  expect(plain).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://playhall.example/games/plain' })
  const written = tagsOf(await load('written'))
  expect(written).toContainEqual({ title: 'Their title' })
  expect(written).toContainEqual({ name: 'description', content: 'Their words' })
  expect(written).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://maker.example/moto' })
  expect(written).toContainEqual({ property: 'og:title', content: 'Their share title' })
  expect(written).toContainEqual({ property: 'og:description', content: 'Their share words' })
  expect(written).toContainEqual({ property: 'og:image', content: 'https://cdn.example/share.png' })
})

test('a game without a description has a generated one for search engines', async () => {
  await createGame({ slug: 'bare', title: 'Moto' })
  expect(tagsOf(await load('bare'))).toContainEqual({
    name: 'description',
    content: 'Play Moto free in your browser, with no download.',
  })
})

test('structured data has price, platform and dates, and no rating without votes', async () => {
  const game = await createGame({
    slug: 'moto',
    title: 'Moto',
    categories: ['Car'],
    tags: ['fun', '3D'],
    publishedBy: 'Some Studio',
    updatedAt: new Date(),
  })
  expect(structuredOf(await load('moto'), 'VideoGame')).toMatchObject({
    name: 'Moto',
    url: 'https://playhall.example/games/moto',
    image: expect.stringMatching(/^https:\/\/playhall\.example\//),
    genre: ['Car'],
    keywords: 'fun, 3D',
    gamePlatform: 'Web Browser',
    publisher: { name: 'Some Studio' },
    datePublished: game.createdAt.toISOString(),
    dateModified: game.updatedAt.toISOString(),
    offers: { price: '0', priceCurrency: 'USD' },
    aggregateRating: undefined,
  })
})

test('structured data has the rating by players', async () => {
  const { id } = await createGame({ slug: 'moto' })
  await database().update(gameViews).set({ likes: 1284, dislikes: 96 }).where(eq(gameViews.gameId, id))
  const aggregateRating = { ratingValue: 4.7, ratingCount: 1380, bestRating: 5, worstRating: 0 }
  expect(structuredOf(await load('moto'), 'VideoGame')).toMatchObject({ aggregateRating })
  config().structuredRating = 'off'
  expect(structuredOf(await load('moto'), 'VideoGame')?.aggregateRating).toBeUndefined()
})

test('a game that all players dislike is rated 0', async () => {
  const { id } = await createGame({ slug: 'moto' })
  await database().update(gameViews).set({ dislikes: 5 }).where(eq(gameViews.gameId, id))
  expect(structuredOf(await load('moto'), 'VideoGame')?.aggregateRating).toMatchObject({
    ratingValue: 0,
    ratingCount: 5,
  })
})

test('a fixed rating is used if configured', async () => {
  config().structuredRating = 'fixed'
  await createGame({ slug: 'moto' })
  expect(structuredOf(await load('moto'), 'VideoGame')?.aggregateRating).toMatchObject({
    ratingValue: 4.5,
    ratingCount: 1000,
  })
})

test('the breadcrumb contains the first category', async () => {
  await createGame({ slug: 'moto', title: 'Moto', categories: ['Dress Up', 'Car'] })
  expect(gameCrumbs(await load('moto'))).toEqual([
    { name: 'Home', path: '/' },
    { name: 'Free Online Games', path: '/games' },
    { name: 'Dress Up', path: '/games?filter=dress-up' },
    { name: 'Moto', path: '/games/moto' },
  ])
})
