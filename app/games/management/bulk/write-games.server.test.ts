import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, createGames, daysAgo, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { untilBlocked } from '../../../../testing/fixtures/until-blocked.ts'
import { database, type Transaction } from '../../../db/connection.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { addCategory, mergeCategory, saveCategory } from '../../arrangement/categories/save-categories.server.ts'
import { mapWord } from '../../arrangement/categories/save-synonyms.server.ts'
import { createCollection } from '../../arrangement/collections/save-collections.server.ts'
import { loadArrangement } from '../../arrangement/load-arrangement.server.ts'
import { mergeTag } from '../../arrangement/tags/save-tags.server.ts'
import { COUNTING_LOCK } from '../../catalogue/count-views.server.ts'
import { refreshListings } from '../../catalogue/listings.server.ts'
import { hideDelisted } from '../../feeds/runs/hide-delisted.server.ts'
import { findStartedAction } from './find-bulk-action.server.ts'
import { startBulkAction } from './start-bulk-action.server.ts'
import { lockGames } from './write-games.server.ts'

// In each test, another transaction takes the first lock, and the second one while the change waits for the first. In
// any other order of locks, the test ends in a deadlock.

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = { ...(await createPlayer({ role: 'operator' })), sessionId: '' }
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(
    sql`truncate categories, former_category_names, category_synonyms, tags, collections, arrangement_changes, bulk_actions, operator_acts restart identity cascade`,
  )
  await loadArrangement()
})
afterAll(() => testDatabase.drop())

type Step = (tx: Transaction) => Promise<unknown>

/** Runs `first` and, once `change` waits for that transaction, `then`. Returns the outcome of `change`. */
async function during<Outcome>(first: Step, then: Step, change: () => Promise<Outcome>): Promise<Outcome> {
  const [outcome] = await database().transaction(async (tx) => {
    await first(tx)
    const changing = change()
    changing.catch(() => {})
    await untilBlocked()
    await then(tx)
    // Returned in a list, since it ends after the transaction.
    return [changing]
  })
  return outcome!
}

/** Runs a change of games while a batch of an import writes some of them. */
function duringImport<Outcome>(ids: number[], change: () => Promise<Outcome>, write = sql`select`): Promise<Outcome> {
  const first: Step = async (tx) => {
    await lockGames(tx, ids)
    await tx.execute(write)
  }
  return during(first, (tx) => refreshListings(tx, ids), change)
}

const categoriesOf = async (id: number) =>
  (await database().execute<{ categories: string[] }>(sql`select categories from games where id = ${id}`)).rows[0]!
    .categories

test('a bulk action of several batches may wait for an import', async () => {
  const ids = (await createGames(Array.from({ length: 501 }, () => ({})))).map(({ id }) => id)
  const start = { operator, action: 'feature' as const, options: {}, picked: { ids }, confirmed: ids.length }
  const { id } = (await duringImport(ids.slice(-1), () => startBulkAction(start))) as { id: number }
  expect(await findStartedAction(id)).toMatchObject({ state: 'done', changed: 501 })
})

test('a rename of a category with many games may wait for an import', async () => {
  const games = await createGames(Array.from({ length: 201 }, () => ({ categories: ['Car'] })))
  const { id } = games.at(-1)!
  const form = { seen: 0, name: 'Vehicles', description: '', inMenu: true, hidden: false }
  expect(await duringImport([id], () => saveCategory(operator, 'car', form))).toEqual({ outcome: 'done' })
  expect(await categoriesOf(id)).toEqual(['Vehicles'])
})

test('a merge of a tag in the rule of a collection may wait for an import', async () => {
  const { id } = await createGame({ tags: ['cars'] })
  await createGame({ tags: ['vehicles'] })
  const collection = { name: 'Cars', slug: '', description: '', hidden: false, rule: { tags: ['cars'] } }
  await createCollection(operator, collection)
  const merge = () => mergeTag(operator, 'cars', { seen: 0, into: 'vehicles' })
  expect(await duringImport([id], merge)).toEqual({ outcome: 'done' })
})

test('a merge may wait for the job of a collection in whose rule the category is', async () => {
  const { id } = await createGame({ categories: ['Bike'] })
  // A catalogue with ids as high as this needs a job.
  await database().execute(sql`
    insert into games (id, slug, title, provider, provider_game_id, categories, tags, description, how_to_play)
    overriding system value values (20000, 'last', 'Last', 'own', 'last', '{Car}', '{}', '', '')`)
  const collection = { name: 'Bikes', slug: '', description: '', hidden: false, rule: { categories: ['bike'] } }
  await createCollection(operator, collection)
  const lockChange = (tx: Transaction) => tx.execute(sql`select from arrangement_changes for update`)
  const merge = () => mergeCategory(operator, 'bike', { seen: 0, into: 'car' })
  expect(await during(lockChange, lockCounts, merge)).toEqual({ outcome: 'done' })
  expect(await categoriesOf(id)).toEqual(['Car'])
})

test('a synonym applied to many games may wait for an import', async () => {
  const { id: first } = await createGame({ rawCategory: 'Cooking' })
  await database().execute(sql`alter table games alter id restart with 2500`)
  const { id: last } = await createGame({ rawCategory: 'Cooking' })
  await addCategory(operator, { name: 'Kitchen', slug: '' })
  const map = () => mapWord(operator, { word: 'cooking', category: 'kitchen', applies: true })
  expect(await duringImport([last], map)).toEqual({ outcome: 'done' })
  expect([await categoriesOf(first), await categoriesOf(last)]).toEqual([['Kitchen'], ['Kitchen']])
})

test('a synonym is applied to games as an import leaves them', async () => {
  const games = await createGames([{ rawCategory: 'Cooking' }, { rawCategory: 'Cooking' }])
  const [moved, tagged] = games.map(({ id }) => id) as [number, number]
  await addCategory(operator, { name: 'Kitchen', slug: '' })
  const map = () => mapWord(operator, { word: 'cooking', category: 'kitchen', applies: true })
  const write = sql`
    update games set categories = '{Car}', tags = '{fashion}',
      raw_category = case when id = ${moved} then 'Racing' else raw_category end`
  expect(await duringImport([moved, tagged], map, write)).toEqual({ outcome: 'done' })
  expect([await categoriesOf(moved), await categoriesOf(tagged)]).toEqual([['Car'], ['Kitchen', 'Dress Up']])
})

test('delisted games are hidden after an import of new games that relists one of them', async () => {
  const { id } = await createGame({ status: 'delisted', statusAt: daysAgo(15) })
  const lockTable = (tx: Transaction) => tx.execute(sql`lock table games in share row exclusive mode`)
  const relist: Step = async (tx) => {
    await lockGames(tx, [id])
    await tx.execute(sql`update games set status = 'published' where id = ${id}`)
    await refreshListings(tx, [id])
  }
  await during(lockTable, relist, hideDelisted)
  const { rows } = await database().execute(sql`select status from games`)
  expect(rows).toEqual([{ status: 'published' }])
})

test('views of a delisted game can be written while it is being hidden', async () => {
  const { id } = await createGame({ status: 'delisted', statusAt: daysAgo(15) })
  const countPlay = (tx: Transaction) =>
    tx.execute(sql`insert into game_days (day, game_id, plays) values ('2026-11-01', ${id}, 1)`)
  await during(lockCounts, countPlay, hideDelisted)
  const { rows } = await database().execute(sql`select status from games`)
  expect(rows).toEqual([{ status: 'hidden' }])
})

function lockCounts(tx: Transaction): Promise<unknown> {
  return tx.execute(sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`)
}
