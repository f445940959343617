import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { findSeen, listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { findGameById } from '../../catalogue/find-game.server.ts'
import { categoriesOf, findCategory, listingOf } from '../../catalogue/category-rules.ts'
import { CATEGORIES } from '../../catalogue/default-categories.ts'
import { countGames, listNewestGames, listRelated } from '../../lists/list-games.server.ts'
import { listSimilar } from '../../similar/similar-games.server.ts'
import { LISTING_SIZE, pageListing } from '../../lists/page-listing.server.ts'
import { arrangingGames, listChanges } from '../changes/arrangement-changes.server.ts'
import { listCategories, listVisibleCategories, menuCategories, movedTo } from '../known-categories.ts'
import { loadArrangement } from '../load-arrangement.server.ts'
import {
  addCategory,
  arrangingCatalogue,
  mergeCategory,
  reorderCategories,
  saveCategory,
} from './save-categories.server.ts'
import { mapWord } from './save-synonyms.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = { ...(await createPlayer({ username: 'mara_v', role: 'operator' })), sessionId: '' }
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(
    sql`truncate categories, former_category_names, category_synonyms, arrangement_changes, operator_acts`,
  )
  await loadArrangement()
})
afterAll(() => testDatabase.drop())

const UNCHANGED = { description: '', inMenu: true, hidden: false }
const save = async (slug: string, values: Partial<Parameters<typeof saveCategory>[2]> & { name: string }) =>
  saveCategory(operator, slug, { seen: await findSeen({ kind: 'category', id: slug }), ...UNCHANGED, ...values })

const titlesIn = async (slug: string) => (await pageListing(listingOf(slug), 'a-z', 1)).games.map(({ title }) => title)
const storedCategories = async (id: number) => {
  const { rows } = await database().execute<{ categories: string[] }>(
    sql`select categories from games where id = ${id}`,
  )
  return rows[0]!.categories
}
const labelsOf = async (id: number) => {
  const { rows } = await database().execute<{ label: string }>(sql`select label from game_labels where game_id = ${id}`)
  return rows.map(({ label }) => label)
}

test('without changes, the categories are those of the specification', () => {
  expect(listCategories().map(({ name }) => name)).toEqual([...CATEGORIES])
  expect(menuCategories()).toBeNull()
})

test('a category in the menu is linked under its current name and in its usual place', async () => {
  expect(menuCategories()).toBeNull()
  await save('adventure', { name: 'Quests' })
  await save('pool', { name: 'Pool', inMenu: false })
  await save('mahjong', { name: 'Mahjong' })
  const menu = menuCategories()!
  expect(menu.slice(0, 3).map(({ label }) => label)).toEqual(['Action', 'Quests', 'Driving'])
  expect(menu.map(({ slug }) => slug)).not.toContain('pool')
  expect(menu.at(-1)).toEqual({ slug: 'mahjong', label: 'Mahjong' })
})

test('a renamed category keeps its address; games, cards, menus and imports follow', async () => {
  const { id } = await createGame({ title: 'Moto', categories: ['Car', 'Bike'] })
  const other = await createGame({ title: 'Cards', categories: ['Card'] })
  expect(await save('car', { name: 'Vehicles' })).toEqual({ outcome: 'done' })
  expect(await storedCategories(id)).toEqual(['Vehicles', 'Bike'])
  expect(await storedCategories(other.id)).toEqual(['Card'])
  expect(await titlesIn('car')).toEqual(['Moto'])
  expect(await labelsOf(id)).toContain('car')
  expect(listingOf('car')).toEqual({ kind: 'category', slug: 'car', name: 'Vehicles' })
  expect((await listNewestGames({ limit: 9 })).find(({ title }) => title === 'Moto')?.categories).toEqual([
    'Vehicles',
    'Bike',
  ])
  // Names and synonyms in feeds still refer to the category.
  for (const word of ['Car', 'cars', 'Racing', 'Vehicles']) expect(findCategory(word), word).toBe('Vehicles')
  expect(categoriesOf([], ['drifting'])).toEqual(['Vehicles'])
  expect(movedTo('vehicles')).toBe('car')
})

test('after several renames, a game with any former name is in the same list and shown under the current name', async () => {
  await addCategory(operator, { name: 'Гонки', slug: '' })
  await save('gonki', { name: 'Speed & Co' })
  await save('gonki', { name: 'Fast' })
  // Such names can come from an import plan that was made before the rename.
  const games = await createGames(
    ['Гонки', 'Speed & Co', 'Fast'].map((name, at) => ({ title: `Game ${at}`, categories: [name] })),
  )
  expect(await titlesIn('gonki')).toEqual(['Game 0', 'Game 1', 'Game 2'])
  for (const { id } of games) expect((await findGameById(id))?.categories).toEqual(['Fast'])
  expect(await listSimilar(games[0]!.id)).toHaveLength(2)
  expect(findCategory('speed & co')).toBe('Fast')
  expect(movedTo('speed-co')).toBe('gonki')
})

test('a merged category moves its games, redirects, and its names mean the other one', async () => {
  const both = await createGame({ title: 'Both', categories: ['Bike', 'Car'] })
  const bike = await createGame({ title: 'Bike', categories: ['Bike'] })
  const hidden = await createGame({
    title: 'Hidden',
    categories: ['Bike'],
    status: 'hidden',
    url: null,
    heldUrl: 'https://x.test/',
  })
  const deleted = await createGame({ title: 'Deleted', categories: ['Bike'], status: 'deleted', url: null })
  await database().execute(
    sql`insert into game_overrides (game_id, field, feed_value) values (${both.id}, 'categories', '["Bike", "Pool"]')`,
  )
  const seen = await findSeen({ kind: 'category', id: 'bike' })
  expect(await mergeCategory(operator, 'bike', { seen, into: 'car' })).toEqual({ outcome: 'done' })
  expect(await storedCategories(both.id)).toEqual(['Car'])
  expect(await storedCategories(bike.id)).toEqual(['Car'])
  expect(await storedCategories(hidden.id)).toEqual(['Car'])
  expect(await storedCategories(deleted.id)).toEqual(['Car'])
  const { rows } = await database().execute(sql`select feed_value from game_overrides`)
  expect(rows).toEqual([{ feed_value: ['Car', 'Pool'] }])
  expect(await titlesIn('car')).toEqual(['Bike', 'Both'])
  expect((await countGames(['category:bike', 'category:car'])).get('category:bike')).toBeUndefined()
  expect((await countGames(['category:car'])).get('category:car')).toBe(2)
  expect(movedTo('bike')).toBe('car')
  expect(movedTo('car')).toBeNull()
  expect(findCategory('Bike')).toBe('Car')
  expect(categoriesOf([], ['motorbike'])).toEqual(['Car'])
  expect(listCategories().map(({ slug }) => slug)).not.toContain('bike')
  // Categories merged into it earlier are now merged into the new target.
  await mergeCategory(operator, 'car', { seen: 0, into: 'driving' })
  expect(movedTo('bike')).toBe('driving')
  expect(await storedCategories(bike.id)).toEqual(['Driving'])
  expect(listingOf('bike')).toMatchObject({ slug: 'driving' })
})

test('related games are found by the category that a game’s old name means', async () => {
  const [first, second] = await createGames([{ categories: ['Bike'] }, { categories: ['Car'] }])
  await mergeCategory(operator, 'bike', { seen: 0, into: 'car' })
  const related = await listRelated({ id: first!.id, category: 'car' }, 5, 1)
  expect(related.map(({ id }) => id)).toEqual([second!.id])
})

test('a hidden category is in no list or menu; its games stay public, and cards do not name it', async () => {
  const game = await createGame({ title: 'Both', categories: ['Horror', 'Card'] })
  const alone = await createGame({ title: 'Alone', categories: ['Horror'] })
  await save('horror', { name: 'Horror', hidden: true })
  expect(listVisibleCategories().map(({ slug }) => slug)).not.toContain('horror')
  expect(menuCategories()?.map(({ slug }) => slug)).not.toContain('horror')
  expect(menuCategories()?.map(({ slug }) => slug)).toContain('card')
  expect((await findGameById(game.id))?.categories).toEqual(['Card'])
  expect((await findGameById(alone.id))?.categories).toEqual(['Horror'])
  expect(await titlesIn('horror')).toEqual(['Alone', 'Both'])
})

test('categories are added at the end, with an address made from the name', async () => {
  expect(await addCategory(operator, { name: 'Match 3 & More', slug: '' })).toEqual({ outcome: 'done' })
  expect(listCategories().at(-1)).toMatchObject({ slug: 'match-3-more', name: 'Match 3 & More', isInMenu: false })
  const { id } = await createGame({ title: 'Gems', categories: ['Match 3 & More'] })
  expect(await labelsOf(id)).toContain('match-3-more')
  expect(findCategory('match 3 & more')).toBe('Match 3 & More')
  // A category with the name of one of the specification's synonyms takes precedence.
  await addCategory(operator, { name: 'Racing', slug: '' })
  expect(categoriesOf(['racing'], [])).toEqual(['Racing'])
})

test.each([
  ['Car', '', 'name', 'There is a category Car already'],
  ['CAR', '', 'name', 'There is a category Car already'],
  ['Cars!', 'car', 'slug', 'The address “car” belongs to Car'],
  ['New', '', 'name', 'The address “new” belongs to another list'],
  ['塔防', '', 'slug', 'Enter an address: this name has no Latin letters or digits'],
] as const)('a new category %s at “%s” is refused', async (name, slug, field, why) => {
  expect(await addCategory(operator, { name, slug })).toEqual({ outcome: 'invalid', field, why })
})

test('a merged category’s name and address are never given away', async () => {
  await mergeCategory(operator, 'bike', { seen: 0, into: 'car' })
  const why = 'Bike was merged into Car, and its address redirects there permanently'
  expect(await addCategory(operator, { name: 'Bike', slug: 'bikes' })).toEqual({
    outcome: 'invalid',
    field: 'name',
    why,
  })
  expect(await save('pool', { name: 'Bike' })).toEqual({ outcome: 'invalid', field: 'name', why })
  expect(await addCategory(operator, { name: 'Motorbikes', slug: 'bike' })).toMatchObject({ field: 'slug' })
  expect(await saveCategory(operator, 'bike', { seen: 0, name: 'Bikes', ...UNCHANGED })).toEqual({ outcome: 'gone' })
})

test('a former name and a synonym of a category are never given to another', async () => {
  await save('car', { name: 'Vehicles' })
  const former = 'Car is a former name of Vehicles, which games and feeds may still use'
  expect(await save('bike', { name: 'Car' })).toEqual({ outcome: 'invalid', field: 'name', why: former })
  expect(await addCategory(operator, { name: 'Car', slug: 'cars' })).toMatchObject({ field: 'name', why: former })
  await mapWord(operator, { word: 'Cooking', category: 'beauty', applies: false })
  const mapped = '“cooking” is a synonym of Beauty. Remove it there first'
  expect(await save('pool', { name: 'Cooking games' })).toEqual({ outcome: 'invalid', field: 'name', why: mapped })
  expect(await addCategory(operator, { name: 'Cooking', slug: 'food' })).toMatchObject({ field: 'name', why: mapped })
  // It can have its own.
  expect(await save('car', { name: 'Car' })).toEqual({ outcome: 'done' })
  expect(await save('beauty', { name: 'Cooking' })).toEqual({ outcome: 'done' })
})

test('menus follow the order once it has changed', async () => {
  expect(await reorderCategories(operator, { seen: 0, move: 'stickman:up' })).toEqual({ outcome: 'done' })
  const slugs = listCategories().map(({ slug }) => slug)
  expect(slugs.slice(-3)).toEqual(['stickman', 'sports', 'tower-defense'])
  const menu = menuCategories()!.map(({ slug }) => slug)
  expect(menu.slice(0, 3)).toEqual(['multiplayer', 'action', 'adventure'])
  expect(menu.at(-1)).toBe('italian-brainrot')
  const order = slugs.toReversed().join()
  const seen = await findSeen({ kind: 'category', id: 'order' })
  expect(await reorderCategories(operator, { seen, order })).toEqual({ outcome: 'done' })
  expect(listCategories().map(({ slug }) => slug)).toEqual(slugs.toReversed())
  // Another operator loaded the page before that change.
  expect(await reorderCategories(operator, { seen, order })).toMatchObject({ outcome: 'decided', who: 'mara_v' })
  expect(await reorderCategories(operator, { seen, order: 'car,pool' })).toEqual({ outcome: 'changed' })
})

test('the second of two operators is refused, and everything is logged', async () => {
  expect(await save('car', { name: 'Car', description: 'Fast' })).toEqual({ outcome: 'done' })
  const late = await saveCategory(operator, 'car', { seen: 0, name: 'Cars', ...UNCHANGED })
  expect(late).toMatchObject({ outcome: 'decided', who: 'mara_v', act: 'changed' })
  expect(await mergeCategory(operator, 'car', { seen: 0, into: 'pool' })).toMatchObject({ outcome: 'decided' })
  await mergeCategory(operator, 'bike', { seen: 0, into: 'pool' })
  const { entries } = await listAuditLog(null)
  expect(entries.map(({ act, onId, title, why }) => [act, onId, title, why])).toEqual([
    ['merged', 'bike', 'Bike', 'into Pool'],
    ['changed', 'car', 'Car', 'description, in the menu'],
  ])
})

test('a change may count and write games for longer than the time limit of a page query', async () => {
  const { rows } = await arrangingCatalogue((tx) => tx.execute(sql`show statement_timeout`))
  expect(rows).toEqual([{ statement_timeout: '10min' }])
})

test('a large rename is a job that continues after a stop', async () => {
  const games = await createGames(
    Array.from({ length: 1100 }, (_, at) => ({ title: `Game ${at}`, categories: ['Car'] })),
  )
  await save('car', { name: 'Vehicles' })
  expect(await listChanges(['category'])).toMatchObject([
    { title: 'Car: renamed to Vehicles', state: 'running', done: 0, total: 1100 },
  ])
  // It is shown under the new name at once.
  expect((await findGameById(games[0]!.id))?.categories).toEqual(['Vehicles'])
  const [{ id } = { id: 0 }] = await listChanges(['category'])
  const stopped = { signal: AbortSignal.abort() } as Parameters<typeof arrangingGames.work>[1]
  await expect(arrangingGames.work({ id }, stopped)).rejects.toThrow()
  await arrangingGames.work({ id }, { ...stopped, signal: new AbortController().signal })
  expect(await listChanges(['category'])).toMatchObject([{ state: 'done', done: 1100, changed: 1100 }])
  expect(await storedCategories(games[LISTING_SIZE]!.id)).toEqual(['Vehicles'])
  expect((await countGames(['category:car'])).get('category:car')).toBe(1100)
  // A stopped change remains listed, however many others came later.
  await database().execute(sql`update arrangement_changes set finished_at = null, stopped_at = now()`)
  await database().execute(sql`
    insert into arrangement_changes (kind, subject, title, total, finished_at)
    select 'category', 'pool', 'Small', 1, now() from generate_series(1, 60)`)
  expect(await listChanges(['category'])).toMatchObject([{ id, state: 'stopped' }])
})
