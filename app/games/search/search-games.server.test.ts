import naughty from 'big-list-of-naughty-strings'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TRIES } from '../../../testing/fixtures/any-text.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { seed } from '../../../testing/fixtures/seeded-random.ts'
import { database } from '../../db/connection.server.ts'
import { createGame, createGames, daysAgo, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { searchGames } from './search-games.server.ts'
import { cleanTerm } from './search-rules.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

const titles = async (term: string) => (await searchGames(term)).map(({ title }) => title)

/** Creates games with these titles, each a day older than the one before. */
function createTitled(...given: string[]) {
  return createGames(given.map((title, at) => ({ title, createdAt: daysAgo(10 + at) })))
}

test('results are ordered by position of the term, then newest first', async () => {
  await createTitled('The Moto', 'A Moto', 'Moto old', 'Moto older', 'Demoto', 'Other')
  expect(await titles('moto')).toEqual(['Moto old', 'Moto older', 'A Moto', 'Demoto', 'The Moto'])
})

test('at the same position, whole words come first, then self-hosted games, then the newest', async () => {
  await createGames([
    { title: 'Carnage', createdAt: daysAgo(1) },
    { title: 'Scar Car', createdAt: daysAgo(1) },
    { title: 'Car Chase', createdAt: daysAgo(9) },
    { title: 'Cartoons', provider: 'own', createdAt: daysAgo(9) },
    { title: 'Car', provider: 'own', createdAt: daysAgo(99) },
    { title: 'Car-park', createdAt: daysAgo(8) },
    { title: 'My Carnival', createdAt: daysAgo(1) },
    { title: 'My Car!', createdAt: daysAgo(9) },
  ])
  expect(await titles('car')).toEqual([
    'Car', 'Car-park', 'Car Chase', 'Cartoons', 'Carnage', 'Scar Car', 'My Car!', 'My Carnival',
  ]) // prettier-ignore
})

test('a whole word comes first even among many words that begin with it', async () => {
  await createTitled(...Array.from({ length: 40 }, (_, at) => `Carnage ${at}`), 'Car of old')
  expect((await titles('car'))[0]).toBe('Car of old')
  expect((await titles('carnage'))[0]).toBe('Carnage 0')
})

test('self-hosted and provider games are sorted together', async () => {
  await createGames([
    { title: 'Big Tower', provider: 'own', createdAt: daysAgo(1) },
    { title: 'Tower of old', createdAt: daysAgo(9) },
    { title: 'Tower of ours', provider: 'own', createdAt: daysAgo(8) },
    { title: 'Tower of late', createdAt: daysAgo(7) },
  ])
  expect(await titles('tower')).toEqual(['Tower of ours', 'Tower of late', 'Tower of old', 'Big Tower'])
})

test('at most 25 self-hosted and 25 provider games are found', async () => {
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

test('titles that begin with the term come before newer ones that only contain it', async () => {
  await createGames([
    ...Array.from({ length: 20 }, (_, at) => ({ title: `Tower ${at}`, createdAt: daysAgo(50 + at) })),
    ...Array.from({ length: 20 }, (_, at) => ({ title: `My Tower ${at}`, createdAt: daysAgo(10 + at) })),
  ])
  expect(await titles('tower')).toEqual([
    ...Array.from({ length: 20 }, (_, at) => `Tower ${at}`),
    ...Array.from({ length: 5 }, (_, at) => `My Tower ${at}`),
  ])
})

test('the earliest position also comes first in long titles', async () => {
  const before = [30, 18, 19, 20, 21, 50].map((letters) => `${'x'.repeat(letters)}Tower`)
  await createTitled(...before)
  expect(await titles('tower')).toEqual(before.toSorted((a, b) => a.length - b.length))
})

test('among more titles than are examined, those with the earliest position are found', async () => {
  await createGames([
    ...Array.from({ length: 1200 }, (_, at) => ({ title: `Our ${at} Moto`, createdAt: daysAgo(at) })),
    ...Array.from({ length: 9 }, (_, at) => ({ title: `Old Moto ${at}`, createdAt: daysAgo(2000 + at) })),
  ])
  const found = await titles('moto')
  expect(found).toHaveLength(25)
  expect(found.slice(0, 9)).toEqual(Array.from({ length: 9 }, (_, at) => `Old Moto ${at}`))
})

test('among many titles with the term at one position, the newest are found', async () => {
  const towers = (count: number, from: number) =>
    createGames(
      Array.from({ length: count }, (_, at) => ({ title: `My Tower ${from - at}`, createdAt: daysAgo(from - at) })),
    )
  await towers(1500, 2000)
  await database().execute(sql`alter table games alter id restart with 40000`)
  await towers(30, 30)
  expect(await titles('tower')).toEqual(Array.from({ length: 25 }, (_, at) => `My Tower ${at + 1}`))
})

test('property: results equal those of a full scan, in the same order', async () => {
  const title = fc.stringMatching(/^[abc][abc ]{0,5}([abc ]{0,30}|[ab🎮%é]{0,9})$/u)
  const world = fc.sample(fc.tuple(title, fc.boolean()), { seed, numRuns: 400 }).map(([given, isOwn], at) => ({
    title: given,
    provider: isOwn && at % 4 === 0 ? 'own' : 'gamemonetize',
    isLate: at >= 200,
    createdAt: daysAgo(500 - at),
  }))
  const rowsOf = (games: typeof world) =>
    games.map(({ title: given, provider, createdAt }) => ({ title: given, provider, createdAt }))
  await createGames(rowsOf(world.slice(0, 200)))
  // With a gap in the ids, so that the newest games are searched first.
  await database().execute(sql`alter table games alter id restart with 40000`)
  await createGames(rowsOf(world.slice(200)))
  const part = fc
    .tuple(fc.constantFrom(...world), fc.nat(30), fc.integer({ min: 1, max: 12 }))
    .map(([game, from, length]) =>
      Array.from(game.title)
        .slice(from, from + length)
        .join(''),
    )
  await fc.assert(
    fc.asyncProperty(fc.oneof(part, title), async (term) => {
      expect(await titles(term)).toEqual(scanAll(world, term))
    }),
    TRIES,
  )
})

type Titled = { title: string; provider: string; createdAt: Date; isLate: boolean }

function scanAll(world: Titled[], term: string): string[] {
  const text = cleanTerm(term)
  const hits = world
    .map((game) => ({ ...game, position: text ? Array.from(game.title.split(text)[0]!).length : Infinity }))
    .filter((game) => text && game.title.includes(text))
    .map((game) => ({
      ...game,
      isWholeWords: isWholeAt(Array.from(game.title), game.position, Array.from(text).length),
    }))
    .toSorted(
      (a, b) =>
        a.position - b.position ||
        Number(b.isWholeWords) - Number(a.isWholeWords) ||
        Number(isOwn(b)) - Number(isOwn(a)) ||
        b.createdAt.getTime() - a.createdAt.getTime(),
    )
  // If one position has more than 25, those among the newest ids are enough.
  const positionOf = ({ position }: { position: number }) => Math.min(position, 19)
  const late = Map.groupBy(
    hits.filter((game) => !isOwn(game) && game.isLate),
    positionOf,
  )
  const isExamined = (game: (typeof hits)[number]) =>
    game.isLate || game.position === 0 || (late.get(positionOf(game))?.length ?? 0) < 25
  const [own, provided] = [
    hits.filter(isOwn).slice(0, 25),
    hits.filter((game) => !isOwn(game) && isExamined(game)).slice(0, 25),
  ]
  return hits.filter((game) => own.includes(game) || provided.includes(game)).map((game) => game.title)
}

function isWholeAt(letters: string[], position: number, length: number): boolean {
  return ![letters[position - 1], letters[position + length]].some((letter) => letter && /[\p{L}\p{N}]/u.test(letter))
}

const isOwn = ({ provider }: { provider: string }) => provider === 'own'

test('letter case and surrounding white space are ignored', async () => {
  await createTitled('MOTO Rush', 'Ärger im Büro', 'Игра Ёжик')
  expect(await titles('  moto  rush ')).toEqual(['MOTO Rush'])
  expect(await titles('ärger')).toEqual(['Ärger im Büro'])
  expect(await titles('BÜRO')).toEqual(['Ärger im Büro'])
  expect(await titles('ёжик')).toEqual(['Игра Ёжик'])
})

test.each(['own', 'gamemonetize'])('%%, _ and \\\\ match literally in titles of %s', async (provider) => {
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

test.each(['own', 'gamemonetize'])('terms of one or two letters are found within titles of %s', async (provider) => {
  await createGames(
    ['Big Zoo', 'Zebra', 'Puzzle', 'Other'].map((title, at) => ({ title, provider, createdAt: daysAgo(at) })),
  )
  expect(await titles('z')).toEqual(['Zebra', 'Puzzle', 'Big Zoo'])
  expect(await titles('zo')).toEqual(['Big Zoo'])
  expect(await titles('zz')).toEqual(['Puzzle'])
  expect(await titles('q')).toEqual([])
})

test('letters outside ASCII are found', async () => {
  await createTitled('塔防 大战', 'Fun 🎮 Time')
  expect(await titles('塔')).toEqual(['塔防 大战'])
  expect(await titles('大战')).toEqual(['塔防 大战'])
  expect(await titles('🎮')).toEqual(['Fun 🎮 Time'])
  expect(await titles('n 🎮 t')).toEqual(['Fun 🎮 Time'])
})

test('a term is cut after 64 characters', async () => {
  await createTitled('a'.repeat(64), `${'a'.repeat(64)}b`)
  expect(await titles('a'.repeat(65))).toEqual(['a'.repeat(64), `${'a'.repeat(64)}b`])
  await createTitled('b'.repeat(63))
  expect(await titles('b'.repeat(64))).toEqual([])
})

test('an empty term finds nothing', async () => {
  await createGame({ title: ' ' })
  for (const term of ['', '   ', '\n\t']) expect(await titles(term)).toEqual([])
})

test('a game without a URL is not found', async () => {
  await createGames([
    { title: 'Tower', url: null },
    { title: 'Tower', url: null, provider: 'own' },
  ])
  for (const term of ['t', 'to', 'tower', 'wer', 'ow']) expect(await titles(term)).toEqual([])
})

test('every search term returns a list', async () => {
  await createTitled('Moto Rush')
  for (const term of naughty.filter((text) => !text.includes('\0')))
    expect(await searchGames(term)).toBeInstanceOf(Array)
})
