import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue, type GameOverrides } from '../../../testing/fixtures/games.ts'
import { database } from '../../db/connection.server.ts'
import { gameLabels, gameWeeks } from '../../db/schema/game-management.server.ts'
import { gameCategories, gameCounts, gameTags } from '../../db/schema/game-listings.server.ts'
import { games, gameViews } from '../../db/schema/games.server.ts'
import { refreshListings } from './listings.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

const categoriesOf = async (gameId: number) =>
  (await database().select().from(gameCategories).where(eq(gameCategories.gameId, gameId)))
    .map(({ category }) => category)
    .toSorted()
const tagsOf = async (gameId: number) =>
  (await database().select().from(gameTags).where(eq(gameTags.gameId, gameId))).map(({ tag }) => tag).toSorted()
const counts = async () =>
  Object.fromEntries((await database().select().from(gameCounts)).map(({ list, games: count }) => [list, count]))

function change(id: number, values: Partial<typeof games.$inferInsert>) {
  return database().transaction(async (tx) => {
    await tx.update(games).set(values).where(eq(games.id, id))
    await refreshListings(tx, [id])
  })
}

test('a game is listed once under each of its categories and tags', async () => {
  const { id } = await createGame({ categories: ['Dress Up', 'Tower Defense', 'FPS'], tags: ['Fun', 'fun', '3D'] })
  expect(await categoriesOf(id)).toEqual(['dress-up', 'fps', 'tower-defense'])
  expect(await tagsOf(id)).toEqual(['3d', 'fun'])
})

test('a changed game leaves its old lists and keeps its views', async () => {
  const { id } = await createGame({ categories: ['Car'], tags: ['fun'], views: 7 })
  const other = await createGame({ categories: ['Car'], tags: ['fun'] })
  await change(id, { categories: ['Pool'], tags: [] })
  expect(await categoriesOf(id)).toEqual(['pool'])
  expect(await tagsOf(id)).toEqual([])
  expect(await categoriesOf(other.id)).toEqual(['car'])
  expect(await database().select().from(gameCategories).where(eq(gameCategories.gameId, id))).toMatchObject([
    { views: 7 },
  ])
  expect(await database().select().from(gameViews).where(eq(gameViews.gameId, id))).toMatchObject([{ views: 7 }])
})

test('a game that loses its URL leaves every list, and returns when it has one again', async () => {
  const { id } = await createGame({ categories: ['Car'], tags: ['fun'] })
  await change(id, { url: null })
  expect([await categoriesOf(id), await tagsOf(id)]).toEqual([[], []])
  await change(id, { url: 'https://html5.gamemonetize.com/x/' })
  expect([await categoriesOf(id), await tagsOf(id)]).toEqual([['car'], ['fun']])
})

test('every list is counted, without games that have no URL', async () => {
  await createGames([
    { categories: ['Car', 'Casual'] },
    { categories: ['Car'], isOriginal: true },
    { categories: ['Pool'], url: null, isOriginal: true },
  ])
  expect(await counts()).toEqual({ all: 2, original: 1, 'category:car': 2, 'category:casual': 1 })
})

test('a deleted game is in no list', async () => {
  const { id } = await createGame({ categories: ['Car'], tags: ['fun'] })
  await createGame({ categories: ['Pool'] })
  await database().transaction(async (tx) => {
    await tx.delete(games).where(eq(games.id, id))
    await refreshListings(tx, [id])
  })
  expect([await categoriesOf(id), await tagsOf(id)]).toEqual([[], []])
  expect(await counts()).toEqual({ all: 1, original: 0, 'category:pool': 1 })
})

test.each([
  [{ title: 'Italian Brainrot Clicker' }, true],
  [{ title: 'My ITALIAN  brainrot' }, true],
  [{ title: 'Italian Brain-Rot Quiz' }, true],
  [{ title: 'ItalianBrainrot' }, true],
  [{ title: 'Other', tags: ['Italian Brainrot'] }, true],
  [{ title: 'Other', tags: ['italian-brainrot-characters'] }, true],
  [{ title: 'Other', rawCategory: 'Italian Brainrot Games' }, true],
  [{ title: 'Brainrot Run' }, false],
  [{ title: 'Italian Kitchen' }, false],
  [{ title: 'Other', tags: ['brainrot'], rawCategory: 'Italian' }, false],
])('is %o listed as Italian Brainrot: %s', async (game, expected) => {
  const { id } = await createGame(game)
  expect((await categoriesOf(id)).includes('italian-brainrot')).toBe(expected)
})

test('a game is listed for phones according to its feed, or to its tags if the feed has no such information', async () => {
  const lists = async (values: GameOverrides) => categoriesOf((await createGame({ categories: ['Car'], ...values })).id)
  expect(await lists({ playsOnPhones: true })).toEqual(['car', 'mobile'])
  expect(await lists({ playsOnPhones: false, tags: ['mobile'] })).toEqual(['car'])
  expect(await lists({ playsOnPhones: null, tags: ['Android'] })).toEqual(['car', 'mobile'])
  expect(await lists({ playsOnPhones: null, tags: ['mobility'] })).toEqual(['car'])
})

test('a game with short rounds is in the list of quick games', async () => {
  const { id } = await createGame({ categories: ['Car'], tags: ['Endless Runner'] })
  expect(await categoriesOf(id)).toEqual(['car', 'quick'])
  expect(await counts()).toMatchObject({ 'category:quick': 1 })
})

test('the migration that created these lists fills them like a write does', async () => {
  await createGames([
    { playsOnPhones: true, tags: ['HyperCasual'] },
    { playsOnPhones: false, tags: ['mobile', 'Tap'] },
    { playsOnPhones: null, tags: ['iPhone'] },
    { playsOnPhones: null, tags: [] },
    { playsOnPhones: true, url: null },
  ])
  const lists = async () => ({
    games: (await database().select().from(gameCategories)).map((row) => JSON.stringify(row)).toSorted(),
    counts: await counts(),
  })
  const written = await lists()
  expect(written.counts).toMatchObject({ 'category:mobile': 2, 'category:quick': 2 })
  await database().execute(sql`delete from game_categories where category in ('mobile', 'quick')`)
  await database().execute(sql`delete from game_counts where list in ('category:mobile', 'category:quick')`)
  for (const statement of readFileSync('db/migrations/0016_short_lists.sql', 'utf8').split('--> statement-breakpoint'))
    await database().execute(sql.raw(statement))
  expect(await lists()).toEqual(written)
})

const labelsOf = async (gameId: number) =>
  (await database().select().from(gameLabels).where(eq(gameLabels.gameId, gameId))).map(({ label }) => label).toSorted()

test('a game has the labels that the console filters by, public or not, until it is deleted', async () => {
  const { id } = await createGame({
    categories: ['Dress Up'],
    tags: ['Fun', 'fun'],
    isOriginal: true,
    imageUrl: '/a.webp',
  })
  expect(await labelsOf(id)).toEqual(['!original', '#fun', 'dress-up'])
  await database().execute(sql`insert into game_overrides (game_id, field) values (${id}, 'title')`)
  await database().execute(sql`update game_weeks set failures = 1 where game_id = ${id}`)
  await change(id, { url: null, status: 'hidden', isFeatured: true, isOriginal: false, imageUrl: null, tags: ['3D'] })
  expect(await labelsOf(id)).toEqual(['!edited', '!failing', '!featured', '!no-picture', '#3d', 'dress-up'])
  await change(id, { status: 'deleted' })
  expect(await labelsOf(id)).toEqual([])
})

test('the migration gives existing games the labels and weeks that a write does', async () => {
  await createGames([{ categories: ['Car', 'Pool'], tags: ['A', 'a'] }, { isOriginal: true }, { url: null }])
  const rows = async () => [
    (await database().select().from(gameLabels)).map((row) => JSON.stringify(row)).toSorted(),
    (await database().select().from(gameWeeks)).map(({ gameId }) => gameId).toSorted((a, b) => a - b),
  ]
  const written = await rows()
  await database().execute(sql`truncate game_labels, game_weeks`)
  const statements = readFileSync('db/migrations/0022_game_management.sql', 'utf8').split('--> statement-breakpoint')
  const inserts = statements.filter((statement) => /^INSERT/m.test(statement))
  expect(inserts, 'Add them again, before the foreign keys, after the migration was generated').toHaveLength(2)
  for (const statement of inserts) await database().execute(sql.raw(statement))
  expect(await rows()).toEqual(written)
})

test('writes at the same time neither fail nor lose a count', async () => {
  const made = await createGames(Array.from({ length: 8 }, () => ({ categories: ['Car'], tags: ['fun'] })))
  await Promise.all(made.map(({ id }) => change(id, { categories: ['Pool'] })))
  expect(await counts()).toEqual({ all: 8, original: 0, 'category:pool': 8 })
})
