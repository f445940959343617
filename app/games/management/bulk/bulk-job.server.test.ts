import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { makeJobsDue } from '../../../../testing/fixtures/jobs.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { runClosers } from '../../../server/http/shutdown.server.ts'
import { type Job, workOn } from '../../../server/jobs/jobs.server.ts'
import { openLog } from '../../../server/process/log.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { countGames } from '../../lists/list-games.server.ts'
import { refreshListings } from '../../catalogue/listings.server.ts'
import { readGamesQuery } from '../table/table-rules.ts'
import { deleteOldBulkGames, runningBulkActions } from './bulk-job.server.ts'
import { findStartedAction } from './find-bulk-action.server.ts'
import { runNextBatch } from './run-bulk-action.server.ts'
import { continueBulkAction, startBulkAction, undoBulkAction } from './start-bulk-action.server.ts'

/** More than one request may change, and more than two batches of the job. */
const GAMES = 1011

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player
const job = runningBulkActions as Job

beforeAll(async () => {
  openLog({ level: 'silent', pretty: false, sink: { write: () => {} } })
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate bulk_actions, operator_acts restart identity cascade`)
  await database().transaction(async (tx) => {
    await tx.execute(sql`
      insert into games (slug, title, provider, provider_game_id, categories, tags, description, how_to_play, url)
      select 'g' || n, 'Game ' || n, 'gamemonetize', n, '{Car}', '{}', '', '', 'https://x/' || n
      from generate_series(1, ${GAMES}::int) n`)
    await refreshListings(tx, sql`select id from games`)
  })
})
afterAll(async () => {
  await stop()
  await testDatabase.drop()
})

const stop = () => runClosers(() => {})

async function start(): Promise<number> {
  const picked = { query: readGamesQuery(new URLSearchParams('status=published')) }
  const options = { category: 'Puzzle' }
  const started = await startBulkAction({ operator, action: 'add-category', options, picked, confirmed: GAMES })
  return (started as { id: number }).id
}

/** How many games have which categories. */
const categories = async () =>
  (
    await database().execute<{ list: string; games: number }>(
      sql`select array_to_string(categories, ' ') as list, count(*)::int as games from games group by 1 order by 1`,
    )
  ).rows.map(({ list, games }) => [list, games])

test('more than a thousand games are changed by a job, and restored by one', async () => {
  const id = await start()
  expect(await findStartedAction(id)).toMatchObject({ state: 'running', games: GAMES, done: 0 })
  expect(await categories()).toEqual([['Car', GAMES]])
  await workOn([job])
  await expect.poll(async () => (await findStartedAction(id))?.state, { timeout: 60_000 }).toBe('done')
  expect(await findStartedAction(id)).toMatchObject({ games: GAMES, done: GAMES, changed: GAMES })
  expect(await categories()).toEqual([['Car Puzzle', GAMES]])
  // Counted once the action is done.
  await expect.poll(() => countGames(['category:puzzle'])).toEqual(new Map([['category:puzzle', GAMES]]))

  expect(await undoBulkAction(operator, id)).toEqual({ outcome: 'done' })
  expect(await findStartedAction(id)).toMatchObject({ state: 'undoing' })
  await expect.poll(async () => (await findStartedAction(id))?.state, { timeout: 60_000 }).toBe('undone')
  expect(await findStartedAction(id)).toMatchObject({ restored: GAMES, skipped: 0 })
  expect(await categories()).toEqual([['Car', GAMES]])
  await stop()
})

test('several actions that start at once as jobs do not wait for each other', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, start))
  expect(new Set(ids).size).toBe(4)
  await workOn([job])
  for (const id of ids)
    await expect.poll(async () => (await findStartedAction(id))?.state, { timeout: 60_000 }).toBe('done')
  expect(await categories()).toEqual([['Car Puzzle', GAMES]])
  await stop()
})

test('after a crash in the middle, the next try does the rest and no game twice', async () => {
  const id = await start()
  const batch = { size: 100, isCounted: false }
  const step = () => database().transaction((tx) => runNextBatch(tx, id, batch))
  await step()
  const crashing = database().transaction(async (tx) => {
    await runNextBatch(tx, id, batch)
    throw new Error('The process was killed')
  })
  await expect(crashing).rejects.toThrow('killed')
  expect(await findStartedAction(id)).toMatchObject({ state: 'running', done: 100, changed: 100 })
  // A game of the first batch is edited meanwhile; the action does not come back to it.
  await database().execute(sql`update games set categories = '{Car}' where id = 1`)
  // As two nodes would, if one took the other for dead.
  await Promise.all([step(), step(), step()])
  expect(await findStartedAction(id)).toMatchObject({ done: 400, changed: 400 })
  await workOn([job])
  await expect.poll(async () => (await findStartedAction(id))?.state, { timeout: 60_000 }).toBe('done')
  expect(await findStartedAction(id)).toMatchObject({ games: GAMES, done: GAMES, changed: GAMES })
  expect(await categories()).toEqual([
    ['Car', 1],
    ['Car Puzzle', GAMES - 1],
  ])
  await stop()
})

test('games that match the filter only after the confirmation are not changed', async () => {
  await database().execute(sql`update games set status = 'hidden' where id > ${GAMES - 10}`)
  const picked = { query: readGamesQuery(new URLSearchParams('status=published')) }
  const started = { operator, action: 'add-category', options: { category: 'Puzzle' }, picked } as const
  const { id } = (await startBulkAction({ ...started, confirmed: GAMES - 10 })) as { id: number }
  await database().execute(sql`update games set status = 'published'`)
  await database().execute(sql`
    insert into games (slug, title, provider, provider_game_id, categories, tags, description, how_to_play)
    values ('late', 'Late', 'own', 'late', '{Car}', '{}', '', '')`)
  await workOn([job])
  await expect.poll(async () => (await findStartedAction(id))?.state, { timeout: 60_000 }).toBe('done')
  expect(await categories()).toEqual([
    ['Car', 11],
    ['Car Puzzle', GAMES - 10],
  ])
  await stop()
})

test('a job that fails for the last time shows where it stopped, and can be continued', async () => {
  await database().execute(sql`
    alter table games add constraint no_puzzle_here check (id <> 600 or cardinality(categories) < 2)`)
  const id = await start()
  const failing: Job = { ...job, queue: { ...job.queue, retries: { limit: 1, firstAfterS: 1, atMostS: 1 } } }
  await database().execute(sql`update jobs.job set retry_limit = 1, retry_delay = 0 where name = 'bulk-actions'`)
  await workOn([failing])
  await expect
    .poll(async () => (await makeJobsDue(), (await findStartedAction(id))?.state), { timeout: 60_000 })
    .toBe('stopped')
  expect(await findStartedAction(id)).toMatchObject({ done: 500, undoSeconds: 0 })
  await database().execute(sql`alter table games drop constraint no_puzzle_here`)
  expect(await continueBulkAction(id)).toEqual({ outcome: 'done' })
  expect(await continueBulkAction(id)).toEqual({ outcome: 'gone' })
  await expect.poll(async () => (await findStartedAction(id))?.state, { timeout: 60_000 }).toBe('done')
  expect(await categories()).toEqual([['Car Puzzle', GAMES]])
  await stop()
})

test('the audit log states what a job has changed once it is done', async () => {
  await database().execute(sql`update games set categories = '{Puzzle}' where id <= 10`)
  const logged = async () => (await listAuditLog(null)).entries[0]?.why
  const id = await start()
  expect(await logged()).toBe('Started on 1,011 games (Status: Published). Puzzle')
  await workOn([job])
  await expect.poll(async () => (await findStartedAction(id))?.state, { timeout: 60_000 }).toBe('done')
  expect(await logged()).toMatch(/^1,001 of 1,011 games \(Status: Published\): Game 1011, .* and 996 more\. Puzzle$/)
  await undoBulkAction(operator, id)
  expect(await logged()).toBe('Undoing: 1,001 games now in Puzzle (Status: Published)')
  await expect.poll(async () => (await findStartedAction(id))?.state, { timeout: 60_000 }).toBe('undone')
  expect(await logged()).toBe('Undid: 1,001 games now in Puzzle (Status: Published). 1,001 games restored')
  await stop()
})

test('the games of an action are deleted after 90 days', async () => {
  const id = await start()
  await workOn([job])
  await expect.poll(async () => (await findStartedAction(id))?.state, { timeout: 60_000 }).toBe('done')
  const left = async () => (await database().execute(sql`select from bulk_action_games`)).rows.length
  await database().execute(sql`update bulk_actions set finished_at = now() - interval '89 days'`)
  await deleteOldBulkGames()
  expect(await left()).toBe(GAMES)
  await database().execute(
    sql`update bulk_actions set finished_at = now() - interval '91 days', undo_started_at = now()`,
  )
  await deleteOldBulkGames()
  expect(await left(), 'an undo that runs needs them').toBe(GAMES)
  await database().execute(sql`update bulk_actions set undo_started_at = null`)
  await deleteOldBulkGames()
  expect(await left()).toBe(0)
  expect(await findStartedAction(id)).toMatchObject({ changed: GAMES })
  await stop()
})
