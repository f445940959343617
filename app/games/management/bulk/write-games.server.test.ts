import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGames, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { database, type Transaction } from '../../../db/connection.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { loadArrangement } from '../../arrangement/load-arrangement.server.ts'
import { refreshListings } from '../../catalogue/listings.server.ts'
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

/** Waits until a connection is blocked by a lock. */
async function untilBlocked(): Promise<void> {
  const blocked = sql`
    select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`
  await expect.poll(async () => (await database().execute(blocked)).rows.length).toBeGreaterThan(0)
}

/** Runs a change of games while a batch of an import writes some of them. */
function duringImport<Outcome>(ids: number[], change: () => Promise<Outcome>): Promise<Outcome> {
  return during((tx) => lockGames(tx, ids), (tx) => refreshListings(tx, ids), change) // prettier-ignore
}

test('a bulk action of several batches may wait for an import', async () => {
  const ids = (await createGames(Array.from({ length: 501 }, () => ({})))).map(({ id }) => id)
  const start = { operator, action: 'feature' as const, options: {}, picked: { ids }, confirmed: ids.length }
  const { id } = (await duringImport(ids.slice(-1), () => startBulkAction(start))) as { id: number }
  expect(await findStartedAction(id)).toMatchObject({ state: 'done', changed: 501 })
})
