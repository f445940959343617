import naughty from 'big-list-of-naughty-strings'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGames, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { database } from '../../db/connection.server.ts'
import { games } from '../../db/schema/games.server.ts'
import { refreshListings } from '../catalogue/listings.server.ts'
import { countWords } from './count-words.server.ts'
import { search } from './search-games.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

async function find(term: string) {
  const { games: found, ...more } = await search(term)
  return { titles: found.map(({ title }) => title), ...more }
}

const titles = (...given: string[]) => createGames(given.map((title, at) => ({ title, views: 100 - at })))

test('the last term matches any word that begins with it, with few or many results', async () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((end) => `Super Big Crate${end}`)
  await titles('Super Big Starfish', 'Super Old Star', 'Starry Super Night', 'Super Startle', 'Super Moon', ...many)
  expect((await find('super star')).titles).toEqual([
    'Super Startle',
    'Super Old Star',
    'Super Big Starfish',
    'Starry Super Night',
  ])
  expect((await find('super starfi')).titles).toEqual(['Super Big Starfish'])
  expect((await find('super crate')).titles).toEqual(many)
  expect((await find('super cratej')).titles).toEqual(['Super Big Cratej'])
  // The search knows no words of this length.
  await titles('Super Big Hippopotomonstrosesquippedaliophobia')
  expect((await find('super hippopot')).titles).toEqual(['Super Big Hippopotomonstrosesquippedaliophobia'])
})

test.each([
  ['solitare', 'solitaire', 'Solitaire Classic'],
  ['solitairre', 'solitaire', 'Solitaire Classic'],
  ['soiltaire', 'solitaire', 'Solitaire Classic'],
  ['solutaire', 'solitaire', 'Solitaire Classic'],
  ['geomtry dash', 'geometry dash', 'Geometry Dash'],
  ['geomtry d', 'geometry d', 'Geometry Dash'],
  ['dash geomtry', 'dash geometry', 'Geometry Dash'],
  ['mincraft papas', 'minecraft papas', "Minecraft: Papa's Büro"],
])('%s is corrected to %s', async (term, instead, title) => {
  await titles('Solitaire Classic', 'Geometry Dash', "Minecraft: Papa's Büro", 'Other Thing')
  expect(await find(term)).toEqual({ titles: [title], asTyped: 0, instead })
})

test.each([
  ['dash geometry', 'Geometry Dash'],
  ['stick man hook', 'Stickman Hook'],
  ['hook stick man', 'Stickman Hook'],
  ['stickwoman', 'Stick Woman'],
  ['papas buro', "Papa's Buro"],
  ['dash geo', 'Geometry Dash'],
  ['woman! stick?', 'Stick Woman'],
])('%s finds %s as typed', async (term, title) => {
  await titles('Geometry Dash', 'Stickman Hook', 'Stick Woman', "Papa's Buro", 'Other Thing')
  expect(await find(term)).toEqual({ titles: [title], asTyped: 1, instead: null })
})

test('categories and tags are found as words, most viewed first, after titles that contain them', async () => {
  await createGames([
    { title: 'Goal', categories: ['Soccer'], views: 5 },
    { title: 'Penalty', categories: ['Soccer', 'Sports'], views: 9 },
    { title: 'My Soccer', views: 0 },
    { title: 'Snow', tags: ['pixel-art', 'Cold Winter'] },
    { title: 'Gone', categories: ['Soccer'], url: null },
  ])
  expect((await find('soccer')).titles).toEqual(['My Soccer', 'Penalty', 'Goal'])
  expect((await find('Soccer Games')).titles).toEqual(['My Soccer', 'Penalty', 'Goal'])
  expect((await find('football')).titles).toEqual(['Penalty', 'Goal'])
  expect((await find('pixel art')).titles).toEqual(['Snow'])
  expect((await find('cold winter games')).titles).toEqual(['Snow'])
  expect((await find('winter snow')).titles).toEqual(['Snow'])
  expect(await find('socer games')).toMatchObject({ titles: ['My Soccer', 'Penalty', 'Goal'], instead: 'soccer games' })
})

test('a search that fills a list skips the forgiving search', async () => {
  await titles(...Array.from({ length: 8 }, (_, at) => `Moto Rush ${at}`), 'Rush of Moto', 'Rash Moto')
  expect((await find('moto rush')).titles).toHaveLength(8)
  await titles('Rare Moto Thing')
  expect((await find('rare thing')).titles).toEqual(['Rare Moto Thing'])
})

test('a rare spelling comes first, followed by results for the common one', async () => {
  await titles('Solitare', ...Array.from({ length: 12 }, (_, at) => `Solitaire ${at}`))
  const found = await find('solitare')
  expect(found).toMatchObject({ asTyped: 1, instead: 'solitaire' })
  expect(found.titles[0]).toBe('Solitare')
  expect(found.titles).toHaveLength(13)
})

test('a meaningless term finds nothing and never fails', async () => {
  await titles('Moto Rush')
  expect(await find('qqqqqqq')).toEqual({ titles: [], asTyped: 0, instead: null })
  for (const term of ['', ' ', '---', "'", "a'b & c", '🎮🎮', ':*', 'moto:* | !x']) {
    expect((await search(term)).games).toBeInstanceOf(Array)
  }
  for (const term of naughty.filter((text) => !text.includes('\0'))) {
    expect((await search(term)).games).toBeInstanceOf(Array)
  }
})

test('search words are added with games and deleted at night when no game has them', async () => {
  const words = async () =>
    Object.fromEntries(
      (await database().execute<{ word: string; games: number }>(sql`select word, games from search_words`)).rows.map(
        ({ word, games: count }) => [word, count],
      ),
    )
  const [first] = await createGames([
    { title: 'Ice Racer', tags: ['Cold Wind'], categories: ['Car'] },
    { title: 'Ice Rink', categories: ['Car'] },
    { title: 'Hidden', url: null },
  ])
  expect(await words()).toEqual({ ice: 2, racer: 1, rink: 1, cold: 1, wind: 1, car: 2 })
  await database().transaction(async (tx) => {
    await tx
      .update(games)
      .set({ title: 'Fire Racer', tags: [] })
      .where(sql`id = ${first!.id}`)
    await refreshListings(tx, [first!.id])
  })
  // New words can be corrected to at once; obsolete words are deleted at night.
  expect(await words()).toMatchObject({ ice: 2, fire: 1, cold: 1 })
  await countWords()
  expect(await words()).toEqual({ ice: 1, fire: 1, racer: 1, rink: 1, car: 2 })
})
