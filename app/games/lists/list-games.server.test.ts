import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames, daysAgo, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import type { Card } from '../cards/card.server.ts'
import {
  countGames,
  listNewestGames,
  listOriginals,
  listPopularGames,
  listRelated,
  listTagged,
  listTogether,
} from './list-games.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

const slugs = (cards: Card[] | undefined) => cards?.map(({ slug }) => slug)

test('the newest games come first; ties go by feed position, then the higher id', async () => {
  const [monday, tuesday] = [daysAgo(20), daysAgo(19)]
  await createGames([
    { slug: 'monday-second', createdAt: monday, feedPosition: 1 },
    { slug: 'monday-first', createdAt: monday, feedPosition: 0 },
    { slug: 'tuesday-lower-id', createdAt: tuesday, feedPosition: 5 },
    { slug: 'tuesday-higher-id', createdAt: tuesday, feedPosition: 5 },
  ])
  const order = ['tuesday-higher-id', 'tuesday-lower-id', 'monday-first', 'monday-second']
  expect(slugs(await listNewestGames({ limit: 10 }))).toEqual(order)
  expect(slugs(await listNewestGames({ limit: 2 }))).toEqual(order.slice(0, 2))
  expect(
    slugs(
      (await listTogether('casual-3', [{ list: 'casual', of: { category: 'casual' }, order: 'newest', limit: 3 }])).get(
        'casual',
      ),
    ),
  ).toEqual(order.slice(0, 3))
})

test('the most viewed games come first; ties go to the higher id', async () => {
  await createGames([
    { slug: 'few', views: 3 },
    { slug: 'many', views: 2_000_000_000 },
    { slug: 'none-lower-id' },
    { slug: 'none-higher-id' },
  ])
  const order = ['many', 'few', 'none-higher-id', 'none-lower-id']
  expect(slugs(await listPopularGames({ limit: 10 }))).toEqual(order)
  expect(slugs(await listPopularGames({ limit: 1 }))).toEqual(['many'])
  expect(
    slugs(
      (
        await listTogether('casual-most', [
          { list: 'casual', of: { category: 'casual' }, order: 'most viewed', limit: 3 },
        ])
      ).get('casual'),
    ),
  ).toEqual(order.slice(0, 3))
})

test('a game without a URL is not listed or counted', async () => {
  const game = await createGame({ slug: 'other', createdAt: daysAgo(40), tags: ['fun'] })
  await createGame({ url: null, isOriginal: true, tags: ['fun'], categories: ['Car'], views: 9000 })
  expect(slugs(await listNewestGames({ limit: 10 }))).toEqual(['other'])
  expect(slugs(await listPopularGames({ limit: 10 }))).toEqual(['other'])
  expect(await listOriginals(10)).toEqual([])
  expect(slugs(await listTagged(['fun'], 10))).toEqual(['other'])
  expect(await listRelated({ id: game.id, category: 'casual' }, 10, 12)).toEqual([])
  expect(await countGames(['all', 'original', 'category:car', 'category:casual'])).toEqual(
    new Map([
      ['all', 1],
      ['original', 0],
      ['category:casual', 1],
    ]),
  )
})

test('originals are hidden only where requested', async () => {
  await createGames([
    { slug: 'original', isOriginal: true, provider: 'own', createdAt: daysAgo(1), views: 50 },
    { slug: 'older-original', isOriginal: true, provider: 'own', createdAt: daysAgo(2) },
    { slug: 'of-a-feed', createdAt: daysAgo(3) },
  ])
  expect(slugs(await listNewestGames({ limit: 5 }))).toEqual(['original', 'older-original', 'of-a-feed'])
  expect(slugs(await listNewestGames({ limit: 5, hideOriginals: true }))).toEqual(['of-a-feed'])
  expect(slugs(await listPopularGames({ limit: 5, hideOriginals: true }))).toEqual(['of-a-feed'])
  const hidden = await listTogether('hidden', [
    { list: 'casual', of: { category: 'casual' }, order: 'newest', limit: 5, hideOriginals: true },
    { list: 'all', of: 'all', order: 'newest', limit: 5, hideOriginals: true },
    { list: 'popular', of: 'all', order: 'most viewed', limit: 5, hideOriginals: true },
    { list: 'originals', of: 'original', order: 'newest', limit: 5 },
  ])
  for (const list of ['casual', 'all', 'popular']) expect(slugs(hidden.get(list)), list).toEqual(['of-a-feed'])
  expect(slugs(hidden.get('originals'))).toEqual(['original', 'older-original'])
  expect(slugs(await listOriginals(5))).toEqual(['original', 'older-original'])
})

test('each category has its first games, and a category without games is omitted', async () => {
  await createGames([
    { slug: 'both', categories: ['Car', 'Dress Up'], createdAt: daysAgo(1) },
    { slug: 'car', categories: ['Car'], createdAt: daysAgo(2) },
    { slug: 'car-too', categories: ['Car'], createdAt: daysAgo(3) },
  ])
  const lists = await listTogether(
    'three-categories',
    ['dress-up', 'car', 'pool'].map((category) => ({ list: category, of: { category }, order: 'newest', limit: 2 })),
  )
  expect([...lists].map(([slug, cards]) => [slug, slugs(cards)])).toEqual([
    ['dress-up', ['both']],
    ['car', ['both', 'car']],
  ])
})

test('games with any of the tags are listed once, ignoring case, most viewed first', async () => {
  await createGames([
    { slug: 'both', tags: ['Fun', '3D'], views: 5 },
    { slug: 'three-d', tags: ['3d'], views: 9 },
    { slug: 'fun', tags: ['FUN', 'fun'], views: 1 },
    { slug: 'other', tags: ['funny'], views: 100 },
  ])
  expect(slugs(await listTagged(['fun', '3d'], 20))).toEqual(['three-d', 'both', 'fun'])
  expect(slugs(await listTagged(['fun', '3d'], 2))).toEqual(['three-d', 'both'])
  expect(await listTagged(['none'], 20)).toEqual([])
  expect(await listTagged([], 20)).toEqual([])
})

test('related games share the category, most viewed first, without the game itself', async () => {
  const game = await createGame({ categories: ['Car'], views: 99 })
  await createGames([
    ...Array.from({ length: 12 }, (_, at) => ({ slug: `car-${at}`, categories: ['Casual', 'Car'], views: at })),
    { slug: 'other', views: 1000 },
  ])
  const related = await listRelated({ id: game.id, category: 'car' }, 22, 12)
  expect(slugs(related)).toEqual(Array.from({ length: 12 }, (_, at) => `car-${11 - at}`))
  expect(slugs(await listRelated({ id: game.id, category: 'car' }, 5, 5))).toEqual([
    'car-11',
    'car-10',
    'car-9',
    'car-8',
    'car-7',
  ])
})

test('too few related games are filled up to 12 with popular ones, without duplicates', async () => {
  const game = await createGame({ categories: ['Car'], views: 1000 })
  await createGames([
    { slug: 'car-popular', categories: ['Car'], views: 900 },
    { slug: 'car-unknown', categories: ['Car'] },
    ...Array.from({ length: 20 }, (_, at) => ({ slug: `other-${at}`, views: 100 + at })),
  ])
  const related = slugs(await listRelated({ id: game.id, category: 'car' }, 22, 12))
  expect(related).toEqual(['car-popular', 'car-unknown', ...Array.from({ length: 10 }, (_, at) => `other-${19 - at}`)])
})

test('the only game in the catalogue has no related games', async () => {
  const game = await createGame()
  expect(await listRelated({ id: game.id, category: 'casual' }, 22, 12)).toEqual([])
})

test('a card has two categories, the number of others, badges and a picture path of the portal', async () => {
  const game = await createGame({
    title: 'Moto Rush',
    categories: ['Car', 'Bike', 'Driving', 'Sports'],
    createdAt: daysAgo(6),
    views: 101,
    imageUrl: 'https://img.gamemonetize.com/a.jpg',
  })
  await createGames(Array.from({ length: 5 }, () => ({})))
  expect((await listNewestGames({ limit: 6 })).slice(0, 1)).toEqual([
    {
      id: game.id,
      slug: game.slug,
      title: 'Moto Rush',
      picture: { src: `/pictures/${game.id}/640`, small: `/pictures/${game.id}/320` },
      categories: ['Car', 'Bike'],
      moreCategories: 2,
      badges: ['NEW', 'HOT'],
    },
  ])
})

test('an original has its poster, and a game without a picture the placeholder', async () => {
  const poster = { src: '/play/a/poster-600.webp', small: '/play/a/poster-300.webp' }
  await createGame({
    isOriginal: true,
    provider: 'own',
    imageUrl: '/play/a/picture-640.webp',
    posterUrl: poster.src,
    posterSmallUrl: poster.small,
    createdAt: daysAgo(8),
  })
  await createGame({ imageUrl: null, posterUrl: poster.src, createdAt: daysAgo(9) })
  const [original, plain] = await listNewestGames({ limit: 2 })
  expect(original).toMatchObject({ isOriginal: true, picture: poster })
  expect(original).not.toHaveProperty('badges')
  expect(plain!.picture).toEqual({ src: `/pictures/${plain!.id}/poster`, small: `/pictures/${plain!.id}/poster` })
  expect(plain).not.toHaveProperty('isOriginal')
})
