import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/database.ts'
import { createGame, createGames, daysAgo, emptyCatalogue } from '../../tests/games.ts'
import type { Card } from '../games/cards/card.server.ts'
import { TILES } from './home-rules.ts'
import { noteFoundPicture, noteMissingPicture } from '../games/pictures/missing-pictures.server.ts'
import { loadHome } from './load-home.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

const slugs = (cards: Card[]) => cards.map(({ slug }) => slug)

test('an empty catalogue is a home page without rows', async () => {
  const home = await loadHome()
  expect(home).toMatchObject({
    total: 0,
    board: { hero: null, original: null, small: [] },
    featured: [],
    tiles: [],
    originals: [],
  })
  expect(home.categories.map(({ games }) => games)).toEqual([[], [], [], [], [], [], []])
})

test('the rows have their sizes', async () => {
  await createGames(
    Array.from({ length: 40 }, (_, at) => ({
      slug: `car-${at}`,
      categories: ['Car'],
      createdAt: daysAgo(at),
      views: at,
    })),
  )
  const home = await loadHome()
  expect(slugs(home.newest)).toEqual(Array.from({ length: 16 }, (_, at) => `car-${at}`))
  expect(slugs(home.popular)).toEqual(Array.from({ length: 16 }, (_, at) => `car-${39 - at}`))
  expect(slugs(home.topRated)).toEqual(slugs(home.popular).slice(0, 8))
  expect(home.featured).toHaveLength(8)
  expect(slugs(home.categories.find(({ name }) => name === 'Car')?.games ?? [])).toEqual(
    slugs(home.newest).slice(0, 12),
  )
  expect(home.board.small).toHaveLength(3)
})

test('originals stand in their own row and on the board, and in no other row', async () => {
  await createGames([
    { slug: 'original', isOriginal: true, provider: 'own', categories: ['Car'], createdAt: daysAgo(0), views: 9000 },
    { slug: 'of-a-feed', categories: ['Car'] },
  ])
  const home = await loadHome()
  expect(slugs(home.originals)).toEqual(['original'])
  expect(home.board.original?.slug).toBe('original')
  const { newest, popular, topRated, featured } = home
  for (const row of [newest, popular, topRated, featured, ...home.categories.map(({ games }) => games)]) {
    expect(slugs(row)).not.toContain('original')
  }
  expect(slugs(newest)).toEqual(['of-a-feed'])
})

test('the featured games differ, the most viewed of each category first, and the board shows others where there are', async () => {
  await createGames([
    { slug: 'multi', categories: ['Multiplayer', 'Action'], views: 500 },
    { slug: 'action', categories: ['Action'], views: 400 },
    { slug: 'car', categories: ['Car'], views: 10 },
    ...Array.from({ length: 12 }, (_, at) => ({ slug: `popular-${at}`, views: 100 - at })),
  ])
  const home = await loadHome()
  expect(slugs(home.featured)).toEqual([
    'multi',
    'car',
    'action',
    'popular-0',
    'popular-1',
    'popular-2',
    'popular-3',
    'popular-4',
  ])
  expect(home.board.hero?.slug).toBe('popular-5')
  expect(slugs(home.board.small)).toEqual(['popular-6', 'popular-7', 'popular-8'])
})

test('a handful of games still fills the board', async () => {
  await createGame({ slug: 'only', categories: ['Car'] })
  const home = await loadHome()
  expect(home.board.hero?.slug).toBe('only')
  expect(home.board.small).toEqual([])
})

test('a tile counts up to 100, and one without games is left out', async () => {
  await createGames(Array.from({ length: 101 }, (_, at) => ({ categories: at < 100 ? ['Car', 'Puzzle'] : ['Car'] })))
  const { tiles, total } = await loadHome()
  expect(total).toBe(101)
  expect(tiles).toMatchObject([
    { name: 'Car', slug: 'car', badge: 'HOT', games: 100, more: true },
    { name: 'Puzzle', slug: 'puzzle', games: 100, more: false },
  ])
  expect(tiles).toHaveLength(2)
})

test('the tiles and their badges are the fixed ones', () => {
  expect(TILES.map(({ name, badge }) => (badge ? `${name} ${badge}` : name))).toEqual([
    'Multiplayer HOT', 'Action HOT', 'Adventure', 'Car HOT', 'Puzzle', 'Sports', 'Soccer NEW', 'Basketball', 'Shooting HOT', 'Stickman NEW',
  ]) // prettier-ignore
})

test('games without a picture, or whose picture could not be had, are on the board and in the carousel only once there are no others', async () => {
  const imageUrl = (at: number) => `https://img.gamemonetize.com/${at}/512x384.jpg`
  const [bare] = await createGames([
    { slug: 'bare', categories: ['Car'], views: 900, imageUrl: null },
    { slug: 'gone', categories: ['Puzzle'], views: 800, imageUrl: imageUrl(1) },
    ...Array.from({ length: 12 }, (_, at) => ({ slug: `pictured-${at}`, imageUrl: imageUrl(at + 2) })),
  ])
  expect(slugs((await loadHome()).featured)).toContain('gone')
  await noteMissingPicture(imageUrl(1), false)
  const { board, featured, popular, tiles } = await loadHome()
  const shown = [board.hero!, ...board.small, ...featured]
  expect(shown).toHaveLength(12)
  expect(slugs(shown).filter((slug) => !slug.startsWith('pictured'))).toEqual([])
  expect(slugs(popular).slice(0, 2)).toEqual(['bare', 'gone'])
  expect(tiles.map(({ picture }) => picture)).toContain(`/pictures/${bare!.id}/poster-plain`)
  await noteFoundPicture(imageUrl(1))
  expect(slugs((await loadHome()).featured)).toContain('gone')
})

test('where the pictures of the lists cannot be had, our own games fill the board and the carousel', async () => {
  const bare = Array.from({ length: 40 }, (_, at) => ({
    views: 50,
    createdAt: daysAgo(at / 100),
    slug: `bare-${at}`,
    imageUrl: null,
  }))
  const own = Array.from({ length: 12 }, (_, at) => ({
    slug: `own-${at}`,
    provider: 'own',
    imageUrl: `/play/own-${at}/picture-640.webp`,
  }))
  await createGames([...bare, ...own])
  const { board, featured, newest } = await loadHome()
  expect(slugs([board.hero!, ...board.small, ...featured]).filter((slug) => slug.startsWith('bare'))).toEqual([])
  expect(slugs(newest).every((slug) => slug.startsWith('bare'))).toBe(true)
})
