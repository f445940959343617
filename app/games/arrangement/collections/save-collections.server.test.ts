import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, createGames, daysAgo, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { findSeen, listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import type { CollectionRule } from '../../../db/schema/arrangement.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { refreshListings } from '../../catalogue/listings.server.ts'
import { mergeCategory } from '../categories/save-categories.server.ts'
import {
  findCollection,
  listCollectionGames,
  listCollections,
  listShownCollections,
  pageCollection,
} from '../collections.server.ts'
import { loadArrangement } from '../load-arrangement.server.ts'
import { mergeTag } from '../tags/save-tags.server.ts'
import { findManagedCollection, listManagedCollections, listPickedGames, matchRule } from './find-collections.server.ts'
import { pickGame, reorderPicked, unpickGame } from './pick-games.server.ts'
import {
  createCollection,
  deleteCollection,
  ORDER_ID,
  reorderCollections,
  saveCollection,
} from './save-collections.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = { ...(await createPlayer({ username: 'mara_v', role: 'operator' })), sessionId: '' }
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(
    sql`truncate collections, categories, former_category_names, tags, arrangement_changes, operator_acts cascade`,
  )
  await loadArrangement()
})
afterAll(() => testDatabase.drop())

const TEXTS = { name: 'Best of all', description: '', hidden: false, slug: '' }

async function create(rule: CollectionRule | null, texts: Partial<typeof TEXTS> = {}): Promise<number> {
  const created = await createCollection(operator, { ...TEXTS, ...texts, rule })
  if (!('id' in created)) throw new Error(created.why)
  return created.id
}
const titles = async (id: number) => (await listCollectionGames(id, 20)).map(({ title }) => title)

test('a rule finds games that meet all of its conditions, newest first, and follows each change of a game', async () => {
  const [old, fresh, pool, unrated] = await createGames([
    { title: 'Old', categories: ['Car'], tags: ['Fun'], ageRating: '7', playsOnPhones: true, createdAt: daysAgo(9) },
    {
      title: 'New',
      categories: ['Bike', 'Car'],
      tags: ['kids'],
      ageRating: '12',
      playsOnPhones: true,
      createdAt: daysAgo(8),
    },
    { title: 'Pool', categories: ['Pool'], tags: ['fun'], ageRating: '7', playsOnPhones: true },
    { title: 'Unrated', categories: ['Car'], tags: ['fun'], playsOnPhones: true },
  ])
  const id = await create({ categories: ['car'], tags: ['fun', 'kids'], phones: true, ageRating: '12' })
  expect(await titles(id)).toEqual(['New', 'Old'])
  const change = (game: { id: number } | undefined, set: ReturnType<typeof sql>) =>
    database().transaction(async (tx) => {
      await tx.execute(sql`update games set ${set} where id = ${game!.id}`)
      await refreshListings(tx, [game!.id])
    })
  await change(pool, sql`categories = '{Car}'`)
  await change(unrated, sql`age_rating = '16'`)
  await change(fresh, sql`plays_on_phones = false`)
  expect((await titles(id)).toSorted()).toEqual(['Old', 'Pool'])
  await change(old, sql`url = null`)
  await change(unrated, sql`age_rating = 'everyone'`)
  expect((await titles(id)).toSorted()).toEqual(['Pool', 'Unrated'])
  expect(await pageCollection(findCollection('best-of-all')!, 'a-z', 1)).toMatchObject({ total: 2, pages: 1 })
  const added = await createGame({
    title: 'Added',
    categories: ['Car'],
    tags: ['kids'],
    ageRating: '7',
    playsOnPhones: true,
  })
  expect(await titles(id)).toContain(added.title)
})

test.each([
  [{ categories: ['car', 'pool'] }, ['A', 'B']],
  [{ providers: ['famobi'] }, ['B', 'C']],
  [{ providers: ['famobi'], categories: ['pool'] }, ['B']],
  [{ phones: true }, ['C']],
  [{ ageRating: 'everyone' }, ['A']],
  [{ tags: ['fun'] }, ['A', 'C']],
  [{ tags: ['nothing'] }, []],
] as [CollectionRule, string[]][])('the rule %j finds %j, and its preview counts the same', async (rule, found) => {
  await createGames([
    { title: 'A', categories: ['Car'], tags: ['FUN'], ageRating: 'everyone' },
    { title: 'B', categories: ['Pool'], provider: 'famobi', ageRating: '18' },
    { title: 'C', categories: ['Card'], provider: 'famobi', tags: ['fun', 'mobile'] },
    {
      title: 'D',
      categories: ['Car', 'Pool'],
      tags: ['fun'],
      provider: 'famobi',
      status: 'hidden',
      url: null,
      ageRating: 'everyone',
      playsOnPhones: true,
    },
  ])
  const id = await create(rule)
  expect((await titles(id)).toSorted()).toEqual(found)
  const preview = await matchRule(rule)
  expect(preview.games).toBe(found.length)
  expect(preview.first.map(({ title }) => title).toSorted()).toEqual(found)
})

test('a changed rule finds other games; the second of two operators is refused', async () => {
  await createGames([
    { title: 'A', categories: ['Car'] },
    { title: 'B', categories: ['Pool'] },
  ])
  const id = await create({ categories: ['car'] })
  const save = (version: number, rule: CollectionRule) =>
    saveCollection(operator, id, { ...TEXTS, name: 'Pools', version, rule })
  expect(await save(1, { categories: ['pool'] })).toEqual({ outcome: 'done' })
  expect(await titles(id)).toEqual(['B'])
  expect(await save(1, { categories: ['card'] })).toMatchObject({ outcome: 'decided', who: 'mara_v' })
  expect(await titles(id)).toEqual(['B'])
  expect(await saveCollection(operator, id, { ...TEXTS, version: 2, rule: null })).toEqual({ outcome: 'gone' })
  const { entries } = await listAuditLog(null)
  expect(entries.map(({ act, onKind, title, why }) => [act, onKind, title, why])).toEqual([
    ['changed', 'collection', 'Pools', 'renamed from Best of all, rule'],
    ['added', 'collection', 'Best of all', ''],
  ])
})

test('rules follow merges of categories and tags', async () => {
  await createGames([
    { title: 'Bike', categories: ['Bike'], tags: ['fun'] },
    { title: 'Car', categories: ['Car'], tags: ['funny'] },
  ])
  const bikes = await create({ categories: ['bike'] })
  const fun = await create({ tags: ['fun'] }, { name: 'Fun' })
  await mergeCategory(operator, 'bike', { seen: 0, into: 'car' })
  await mergeTag(operator, 'fun', { seen: 0, into: 'funny' })
  for (const id of [bikes, fun]) expect((await titles(id)).toSorted()).toEqual(['Bike', 'Car'])
  expect((await findManagedCollection(bikes))?.rule).toEqual({ categories: ['car'] })
})

test('games picked by hand are shown in their order while they are public', async () => {
  const [a, b, c] = await createGames(['A', 'B', 'C'].map((title) => ({ title })))
  const id = await create(null)
  for (const game of [b, a, c, a]) expect(await pickGame(operator, id, game!.id)).toEqual({ outcome: 'done' })
  expect(await titles(id)).toEqual(['B', 'A', 'C'])
  expect(await reorderPicked(operator, id, { version: 0, move: `${c!.id}:up` })).toEqual({ outcome: 'done' })
  expect(await titles(id)).toEqual(['B', 'C', 'A'])
  const { version } = (await findManagedCollection(id))!
  const order = [a, b, c].map((game) => game!.id).join()
  expect(await reorderPicked(operator, id, { version, order })).toEqual({ outcome: 'done' })
  expect(await reorderPicked(operator, id, { version, order })).toMatchObject({ outcome: 'decided' })
  await database().transaction(async (tx) => {
    await tx.execute(sql`update games set status = 'hidden', held_url = url, url = null where id = ${b!.id}`)
    await refreshListings(tx, [b!.id])
  })
  expect(await titles(id)).toEqual(['A', 'C'])
  expect(await pageCollection(findCollection('best-of-all')!, 'newest', 1)).toMatchObject({ total: 2 })
  expect((await listPickedGames(id)).map(({ title, status }) => `${title} ${status}`)).toEqual([
    'A published',
    'B hidden',
    'C published',
  ])
  expect(await unpickGame(operator, id, a!.id)).toEqual({ outcome: 'done' })
  expect(await unpickGame(operator, id, a!.id)).toEqual({ outcome: 'gone' })
  expect(await titles(id)).toEqual(['C'])
  expect(await pickGame(operator, id, 2_000_000_000)).toEqual({ outcome: 'gone' })
})

test('all pages of a collection together contain each game once, in order', async () => {
  const games = await createGames(Array.from({ length: 7 }, (_, at) => ({ title: `G${at}` })))
  const id = await create(null)
  for (const game of games) await pickGame(operator, id, game.id)
  const pages = [1, 2, 3, 4].map((page) => pageCollection({ id, name: '', isByRule: false }, 'newest', page, 2))
  const shown = (await Promise.all(pages)).flatMap((page) => page.games.map(({ title }) => title))
  expect(shown).toEqual(games.map(({ title }) => title))
})

test('a hidden or deleted collection has no page, and lists leave out empty ones', async () => {
  const game = await createGame({ title: 'A', categories: ['Car'] })
  const id = await create({ categories: ['car'] })
  const picked = await create(null, { name: 'Picked' })
  await create(null, { name: 'Empty' })
  await pickGame(operator, picked, game.id)
  const other = await createGame({ title: 'B', categories: ['Car'], createdAt: daysAgo(900) })
  await pickGame(operator, picked, other.id)
  await reorderPicked(operator, picked, { version: 0, move: `${other.id}:up` })
  expect((await listShownCollections()).map(({ name, first }) => [name, first.title])).toEqual([
    ['Best of all', 'A'],
    ['Picked', 'B'],
  ])
  expect(await listManagedCollections()).toMatchObject([{ games: 2 }, { games: 2 }, { games: 0 }])
  expect(await reorderCollections(operator, { seen: 0, move: `${picked}:up` })).toEqual({ outcome: 'done' })
  expect(listCollections().map(({ name }) => name)).toEqual(['Picked', 'Best of all', 'Empty'])
  await saveCollection(operator, id, { ...TEXTS, version: 1, rule: { categories: ['car'] }, hidden: true })
  expect(findCollection('best-of-all')).toBeNull()
  expect(await deleteCollection(operator, id, 1)).toMatchObject({ outcome: 'decided' })
  expect(await deleteCollection(operator, id, 2)).toEqual({ outcome: 'done' })
  expect(await deleteCollection(operator, id, 2)).toEqual({ outcome: 'gone' })
  const { rows } = await database().execute(sql`select category from game_categories`)
  expect(rows).toEqual([{ category: 'car' }, { category: 'car' }])
  expect(await listCollectionGames(id, 9)).toEqual([])
})

test('the second of two operators who set the whole order is refused', async () => {
  const ids = [await create(null), await create(null, { name: 'Picked' })]
  const seen = await findSeen({ kind: 'collection', id: ORDER_ID })
  expect(await reorderCollections(operator, { seen, order: ids.toReversed().join() })).toEqual({ outcome: 'done' })
  expect(await reorderCollections(operator, { seen, order: ids.join() })).toMatchObject({ outcome: 'decided' })
  expect(listCollections().map(({ id }) => id)).toEqual(ids.toReversed())
})

test.each([
  ['Best of all', '', 'name'],
  ['Other', 'best-of-all', 'slug'],
  ['塔防', '', 'slug'],
])('a second collection %s at “%s” is refused', async (name, slug, field) => {
  await create(null)
  expect(await createCollection(operator, { ...TEXTS, name, slug, rule: null })).toMatchObject({
    outcome: 'invalid',
    field,
  })
})
