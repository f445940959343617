import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGames, daysAgo, emptyCatalogue, type GameOverrides } from '../../testing/fixtures/games.ts'
import type { Card } from '../games/cards/card.server.ts'
import { SEEN, TILES } from './home-rules.ts'
import { recordFoundPicture, recordMissingPicture } from '../games/pictures/missing-pictures.server.ts'
import { type Home, loadHome } from './load-home.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

const slugs = (cards: Card[]) => cards.map(({ slug }) => slug)

const rowsOf = (home: Home) => home.rows.flatMap(({ games, ...row }) => (games ? [{ ...row, games }] : []))
const gamesOf = (home: Home, title: string) => rowsOf(home).find((row) => row.title === title)?.games ?? []
const titlesOf = (home: Home) => rowsOf(home).map(({ title }) => title)
const boardOf = ({ board: { hero, original, small } }: Home) =>
  [hero, original, ...small].filter((game) => game !== null)
/** Rows whose titles imply an order. */
const RANKED = ['New Games', 'Top Rated', 'Popular Games']

/** Returns the values of games from one feed. The first game is the newest and has the most views. */
const manyGames = (count: number, of: (at: number) => GameOverrides = () => ({})) =>
  Array.from({ length: count }, (_, at) => ({
    slug: `game-${at}`,
    createdAt: daysAgo(10 + at / 1000),
    views: count - at,
    ...of(at),
  }))

test('an empty catalogue gives a home page without rows of games', async () => {
  const home = await loadHome()
  expect(home).toMatchObject({
    total: 0,
    board: { hero: null, original: null, small: [], isDaily: false },
    featured: [],
    tiles: [],
  })
  expect(home.rows.map(({ row, games }) => games ?? row)).toEqual(['wishlist', 'carousel', 'ad', 'played'])
})

test('a large catalogue fills all rows, in the specified order', async () => {
  const categories = [...TILES.map(({ name }) => name), '2 Player']
  await createGames([
    ...manyGames(900, (at) => ({ categories: [categories[at % categories.length]!], tags: at % 3 ? [] : ['Endless'] })),
    ...manyGames(5, (at) => ({ slug: `own-${at}`, isOriginal: true, provider: 'own' })),
  ])
  const home = await loadHome()
  expect(home.rows.map(({ row }) => row)).toEqual([
    'wishlist', 'carousel', 'categories', 'original', 'new', 'top-rated', 'ad', 'action', 'adventure', 'car', 'puzzle', 'sports',
    'shooting', 'stickman', 'popular', 'played', 'two-players', 'quick',
  ]) // prettier-ignore
  expect(rowsOf(home).map(({ title, games }) => `${title} ${games.length}`)).toEqual([
    'Original Games 5', 'New Games 16', 'Top Rated 8', 'Action 12', 'Adventure 12', 'Car 12', 'Puzzle 12', 'Sports 12', 'Shooting 12',
    'Stickman 12', 'Popular Games 16', 'Two Players 12', 'Quick to Play 12',
  ]) // prettier-ignore
  expect(home.featured).toHaveLength(8)
  expect(boardOf(home)).toHaveLength(8)
})

test('New Games, Top Rated and Popular Games keep their order, even if other rows have the same games', async () => {
  // The newest games have the fewest views, and all games are in one category.
  await createGames(manyGames(100, (at) => ({ views: at, categories: ['Action'] })))
  const home = await loadHome()
  const numbers = (title: string) => slugs(gamesOf(home, title)).map((slug) => Number(slug.slice('game-'.length)))
  expect(numbers('New Games')).toEqual(Array.from({ length: 16 }, (_, at) => at))
  expect(numbers('Top Rated')).toEqual(Array.from({ length: 8 }, (_, at) => 99 - at))
  expect(numbers('Popular Games')).toEqual(Array.from({ length: 16 }, (_, at) => 99 - at))
})

test('no other row repeats a game of the four rows above it', async () => {
  const categories = ['Action', 'Adventure', 'Car', 'Puzzle', 'Sports', 'Shooting', 'Stickman', '2 Player']
  await createGames(manyGames(120, (at) => ({ categories: [categories[at % 3]!, categories[at % 8]!] })))
  const home = await loadHome()
  const all = [{ title: 'Featured', games: home.featured }, ...rowsOf(home)]
  expect(all.length).toBeGreaterThan(7)
  for (const [at, { title, games }] of all.entries()) {
    if (RANKED.includes(title)) continue
    const above = slugs(all.slice(Math.max(0, at - SEEN), at).flatMap((row) => row.games))
    expect(slugs(games).filter((slug) => above.includes(slug)), title).toEqual([]) // prettier-ignore
  }
})

test('rows for occasions list their games, most viewed first, and link to all of them', async () => {
  await createGames([
    ...manyGames(60),
    ...manyGames(7, (at) => ({ slug: `two-${at}`, categories: ['2 Player'], createdAt: daysAgo(40), views: at })),
    ...manyGames(7, (at) => ({ slug: `quick-${at}`, tags: ['Hypercasual'], createdAt: daysAgo(40), views: at })),
    ...manyGames(7, (at) => ({ slug: `phone-${at}`, playsOnPhones: true, createdAt: daysAgo(40), views: at })),
  ])
  const home = await loadHome()
  expect(gamesOf(home, 'Two Players').every(({ slug }) => slug.startsWith('two-'))).toBe(true)
  expect(gamesOf(home, 'Two Players').length).toBeGreaterThanOrEqual(6)
  expect(slugs(gamesOf(home, 'Quick to Play')).at(0)).toBe('quick-6')
  expect(slugs(gamesOf(home, 'Works on Your Phone')).at(0)).toBe('phone-6')
  expect(rowsOf(home).find(({ title }) => title === 'Works on Your Phone')?.viewAll).toBe('/category/mobile')
})

test('a single original already has a row, the board’s original comes last in it, and no other row has originals', async () => {
  await createGames([
    ...manyGames(40),
    ...manyGames(1, () => ({ slug: 'own-0', isOriginal: true, provider: 'own', views: 9000 })),
  ])
  const one = await loadHome()
  expect(one.board.original?.slug).toBe('own-0')
  expect(slugs(gamesOf(one, 'Original Games'))).toEqual(['own-0'])

  await createGames(
    manyGames(2, (at) => ({ slug: `more-${at}`, isOriginal: true, provider: 'own', createdAt: daysAgo(20 + at) })),
  )
  const home = await loadHome()
  expect(slugs(gamesOf(home, 'Original Games'))).toEqual(['more-0', 'more-1', 'own-0'])
  for (const games of [
    home.featured,
    home.board.small,
    ...rowsOf(home)
      .slice(1)
      .map((row) => row.games),
  ]) {
    expect(slugs(games).filter((slug) => /^(own|more)-/.test(slug))).toEqual([])
  }
})

test('the board’s original is the one with a daily puzzle', async () => {
  await createGames([
    { slug: 'newer', isOriginal: true, provider: 'own', createdAt: daysAgo(1) },
    { slug: 'lamplighter', isOriginal: true, provider: 'own', createdAt: daysAgo(9) },
  ])
  expect((await loadHome()).board).toMatchObject({
    isDaily: true,
    original: { slug: 'lamplighter' },
  })
})

test('the featured games are distinct, with the most viewed of each category first', async () => {
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
  expect(slugs(boardOf(home))).toEqual(Array.from({ length: 7 }, (_, at) => `popular-${at + 5}`))
})

test.each([
  [1, 0],
  [7, 0],
  [9, 0],
  [13, 6],
  [15, 8],
  [40, 8],
])('with %i games the carousel has %i, none of which are on the board', async (count, featured) => {
  await createGames(manyGames(count))
  const home = await loadHome()
  expect(boardOf(home)).toHaveLength(Math.min(count, 7))
  expect(home.featured).toHaveLength(featured)
  expect(titlesOf(home)).toEqual(RANKED)
  const shown = slugs([...boardOf(home), ...home.featured])
  expect(shown).toHaveLength(new Set(shown).size)
})

test('a category has a row if at least three of its games are not in the rows above', async () => {
  // Three of these games are featured.
  const puzzles = manyGames(6, (at) => ({ slug: `puzzle-${at}`, categories: ['Puzzle'], createdAt: daysAgo(90), views: 0 })) // prettier-ignore
  await createGames([...manyGames(60), ...puzzles.slice(0, 5)])
  expect(titlesOf(await loadHome())).not.toContain('Puzzle')
  await createGames(puzzles.slice(5))
  expect(gamesOf(await loadHome(), 'Puzzle')).toHaveLength(3)
})

test('a tile counts up to 100, and a tile without games is omitted', async () => {
  await createGames(Array.from({ length: 101 }, (_, at) => ({ categories: at < 100 ? ['Car', 'Puzzle'] : ['Car'] })))
  const labels = async () => (await loadHome()).tiles.map(({ name, label }) => `${name}: ${label}`)
  expect(await labels()).toEqual(['Car: 100+ games', 'Puzzle: 100 games'])
  await createGames(Array.from({ length: 700 }, () => ({})))
  expect(await labels()).toEqual(['Car: 100+ games', 'Puzzle: 100 games'])
})

test('a tile has its badge from eight games up', async () => {
  await createGames([
    ...manyGames(8, () => ({ categories: ['Car'] })).map(({ slug, ...game }) => ({ ...game, slug: `car-${slug}` })),
    ...manyGames(7, () => ({ categories: ['Action'] })),
  ])
  expect((await loadHome()).tiles.map(({ name, badge }) => `${name} ${badge ?? 'none'}`)).toEqual([
    'Action none',
    'Car HOT',
  ])
})

test('NEW is shown if fewer than a fifth of a row’s games are new', async () => {
  await createGames(manyGames(60, (at) => ({ createdAt: daysAgo(at < 30 ? 1 : 30) })))
  const home = await loadHome()
  for (const games of [home.featured, ...rowsOf(home).map((row) => row.games)]) {
    const fresh = games.filter(({ badges }) => badges?.includes('NEW')).length
    expect(fresh * 5 < games.length || fresh === 0).toBe(true)
  }
})

test('the tiles and their badges are fixed', () => {
  expect(TILES.map(({ name, badge }) => (badge ? `${name} ${badge}` : name))).toEqual([
    'Multiplayer HOT', 'Action HOT', 'Adventure', 'Car HOT', 'Puzzle', 'Sports', 'Soccer NEW', 'Basketball', 'Shooting HOT', 'Stickman NEW',
  ]) // prettier-ignore
})

test('games without an available picture are on the board and in the carousel only if there are no others', async () => {
  const imageUrl = (at: number) => `https://img.gamemonetize.com/${at}/512x384.jpg`
  await createGames([
    { slug: 'bare', categories: ['Car'], views: 900, imageUrl: null },
    { slug: 'gone', categories: ['Puzzle'], views: 800, imageUrl: imageUrl(1) },
    ...Array.from({ length: 15 }, (_, at) => ({ slug: `pictured-${at}`, imageUrl: imageUrl(at + 2) })),
  ])
  expect(slugs((await loadHome()).featured)).toContain('gone')
  await recordMissingPicture(imageUrl(1), false)
  const home = await loadHome()
  const { board, featured, tiles } = home
  const shown = [board.hero!, ...board.small, ...featured]
  expect(shown).toHaveLength(15)
  expect(slugs(shown).filter((slug) => !slug.startsWith('pictured'))).toEqual([])
  expect(tiles.map(({ picture }) => picture)).toContain('/pictures/category/car')
  await recordFoundPicture(imageUrl(1))
  expect(slugs((await loadHome()).featured)).toContain('gone')
})

test('if the pictures of the newest games are missing, self-hosted games fill the board and the carousel', async () => {
  const bare = Array.from({ length: 40 }, (_, at) => ({
    views: 50,
    createdAt: daysAgo(at / 100),
    slug: `bare-${at}`,
    imageUrl: null,
  }))
  const own = Array.from({ length: 15 }, (_, at) => ({
    slug: `own-${at}`,
    provider: 'own',
    imageUrl: `/play/own-${at}/picture-640.webp`,
  }))
  await createGames([...bare, ...own])
  const home = await loadHome()
  const { board, featured } = home
  expect(slugs([board.hero!, ...board.small, ...featured]).filter((slug) => slug.startsWith('bare'))).toEqual([])
  expect(slugs(gamesOf(home, 'New Games')).every((slug) => slug.startsWith('bare'))).toBe(true)
})
