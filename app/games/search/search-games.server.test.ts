import naughty from 'big-list-of-naughty-strings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/database.ts'
import { createGame, createGames, daysAgo, emptyCatalogue } from '../../../tests/games.ts'
import { searchGames } from './search-games.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

const titles = async (term: string) => (await searchGames(term)).map(({ title }) => title)

/** Games of these titles, each a day older than the one before. */
function createTitled(...given: string[]) {
  return createGames(given.map((title, at) => ({ title, createdAt: daysAgo(10 + at) })))
}

test('the earliest position comes first, then the newest', async () => {
  await createTitled('The Moto', 'A Moto', 'Moto old', 'Moto older', 'Demoto', 'Other')
  expect(await titles('moto')).toEqual(['Moto old', 'Moto older', 'A Moto', 'Demoto', 'The Moto'])
})

test('own games and those of providers stand in one order', async () => {
  await createGames([
    { title: 'Big Tower', provider: 'own', createdAt: daysAgo(1) },
    { title: 'Tower of old', createdAt: daysAgo(9) },
    { title: 'Tower of ours', provider: 'own', createdAt: daysAgo(8) },
    { title: 'Tower of late', createdAt: daysAgo(7) },
  ])
  expect(await titles('tower')).toEqual(['Tower of late', 'Tower of ours', 'Tower of old', 'Big Tower'])
})

test('at most 25 own games and 25 of providers are found', async () => {
  const many = (provider: string, from: number) =>
    createGames(
      Array.from({ length: 30 }, (_, at) => ({
        title: `Tower ${provider} ${at}`,
        provider,
        createdAt: daysAgo(from + at),
      })),
    )
  await many('own', 10)
  await many('gamemonetize', 100)
  const found = await titles('tower')
  expect(found).toHaveLength(50)
  expect(found.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, at) => `Tower own ${at}`))
  expect(found.slice(25)).toEqual(Array.from({ length: 25 }, (_, at) => `Tower gamemonetize ${at}`))
})

test('titles that begin with the term keep their place before newer ones that only contain it', async () => {
  await createGames([
    ...Array.from({ length: 20 }, (_, at) => ({ title: `Tower ${at}`, createdAt: daysAgo(50 + at) })),
    ...Array.from({ length: 20 }, (_, at) => ({ title: `My Tower ${at}`, createdAt: daysAgo(10 + at) })),
  ])
  expect(await titles('tower')).toEqual([
    ...Array.from({ length: 20 }, (_, at) => `Tower ${at}`),
    ...Array.from({ length: 5 }, (_, at) => `My Tower ${at}`),
  ])
})

test('the case of letters and the white space round a term do not count', async () => {
  await createTitled('MOTO Rush', 'Ärger im Büro', 'Игра Ёжик')
  expect(await titles('  moto  rush ')).toEqual(['MOTO Rush'])
  expect(await titles('ärger')).toEqual(['Ärger im Büro'])
  expect(await titles('BÜRO')).toEqual(['Ärger im Büro'])
  expect(await titles('ёжик')).toEqual(['Игра Ёжик'])
})

test.each(['own', 'gamemonetize'])('%%, _ and \\ are letters like any other in titles of %s', async (provider) => {
  const given = ['100% Wolf', '1000 Wolves', 'snake_case', 'snakes case', 'back\\slash', 'backslash']
  await createGames(given.map((title, at) => ({ title, provider, createdAt: daysAgo(at) })))
  expect(await titles('100%')).toEqual(['100% Wolf'])
  expect(await titles('0% w')).toEqual(['100% Wolf'])
  expect(await titles('%')).toEqual(['100% Wolf'])
  expect(await titles('ke_c')).toEqual(['snake_case'])
  expect(await titles('_')).toEqual(['snake_case'])
  expect(await titles('ck\\sl')).toEqual(['back\\slash'])
  expect(await titles('\\')).toEqual(['back\\slash'])
  expect(await titles('%%%')).toEqual([])
  expect(await titles('___')).toEqual([])
})

test.each(['own', 'gamemonetize'])('terms of one and two letters are found inside titles of %s', async (provider) => {
  await createGames(
    ['Big Zoo', 'Zebra', 'Puzzle', 'Other'].map((title, at) => ({ title, provider, createdAt: daysAgo(at) })),
  )
  expect(await titles('z')).toEqual(['Zebra', 'Puzzle', 'Big Zoo'])
  expect(await titles('zo')).toEqual(['Big Zoo'])
  expect(await titles('zz')).toEqual(['Puzzle'])
  expect(await titles('q')).toEqual([])
})

test('letters of every plane are found', async () => {
  await createTitled('塔防 大战', 'Fun 🎮 Time')
  expect(await titles('塔')).toEqual(['塔防 大战'])
  expect(await titles('大战')).toEqual(['塔防 大战'])
  expect(await titles('🎮')).toEqual(['Fun 🎮 Time'])
  expect(await titles('n 🎮 t')).toEqual(['Fun 🎮 Time'])
})

test('a term ends at its 64th character', async () => {
  await createTitled('a'.repeat(64), `${'a'.repeat(64)}b`)
  expect(await titles('a'.repeat(65))).toEqual(['a'.repeat(64), `${'a'.repeat(64)}b`])
  await createTitled('b'.repeat(63))
  expect(await titles('b'.repeat(64))).toEqual([])
})

test('an empty term finds nothing', async () => {
  await createGame({ title: ' ' })
  for (const term of ['', '   ', '\n\t']) expect(await titles(term)).toEqual([])
})

test('a game without an address is not found', async () => {
  await createGames([
    { title: 'Tower', url: null },
    { title: 'Tower', url: null, provider: 'own' },
  ])
  for (const term of ['t', 'to', 'tower', 'wer', 'ow']) expect(await titles(term)).toEqual([])
})

test('whatever is searched for, the answer is a list', async () => {
  await createTitled('Moto Rush')
  for (const term of naughty.filter((text) => !text.includes('\0')))
    expect(await searchGames(term)).toBeInstanceOf(Array)
})
