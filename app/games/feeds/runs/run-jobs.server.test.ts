import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { countGames } from '../../lists/list-games.server.ts'
import { listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { storage } from '../../../server/files/storage.server.ts'
import { runClosers } from '../../../server/http/shutdown.server.ts'
import { type Job, workOn } from '../../../server/jobs/jobs.server.ts'
import { openLog } from '../../../server/process/log.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { WAITING_PLANS } from '../../management/pending-games.server.ts'
import { countUndoneGames } from '../review/has-pending-games.server.ts'
import { applyRun, cancelRun, undoRun } from './act-on-run.server.ts'
import { deleteOldEntries } from './delete-old-entries.server.ts'
import { findRun } from './list-runs.server.ts'
import { changingRuns, planningRuns } from './run-jobs.server.ts'
import { failLostRuns, startDueFeeds } from './schedule-runs.server.ts'
import { startRun } from './start-run.server.ts'
import { createFeed, entries, entry, feedFile, forgetFiles, plan, run, runOf, statuses } from './testing.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-run-jobs-'))
const jobs = [planningRuns, changingRuns] as readonly Job[]

beforeAll(async () => {
  process.env.DATA_DIR = folder
  openLog({ level: 'silent', pretty: false, sink: { write: () => {} } })
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate feeds, operator_acts restart identity cascade`)
})
afterEach(async () => {
  await runClosers(() => {})
  // The next test uses the same run ids.
  await database().execute(sql`delete from jobs.job`)
})
afterAll(async () => {
  await testDatabase.drop()
  forgetFiles()
  rmSync(folder, { recursive: true })
})

/** Adds a feed with an uploaded file. */
async function createFileFeed(content: unknown, values = {}) {
  const key = `feed_files/${randomBytes(24).toString('base64url')}.gz`
  await storage().put(key, gzipSync(readFileSync(feedFile(content))), 'application/gzip')
  return createFeed({ fileKey: key, fileName: 'games.json', ...values })
}

async function start(feedId: number): Promise<number> {
  const started = await startRun({ feedId, startedBy: 'operator', operator })
  if (!('runId' in started)) throw new Error(started.outcome)
  return started.runId
}

const waitingPlans = async () => {
  const { rows } = await database().execute<{ n: number }>(sql.raw(`select ${WAITING_PLANS} as n`))
  return rows[0]!.n
}

const stateOf = async (runId: number) => (await runOf(runId)).state
const reaches = (runId: number, state: string) => expect.poll(() => stateOf(runId), { timeout: 60_000 }).toBe(state)

test('an operator’s run is planned, applied and undone by jobs, and each act is in the audit log', async () => {
  const feed = await createFileFeed(entries(450))
  const runId = await start(feed.id)
  expect(await startRun({ feedId: feed.id, startedBy: 'operator', operator })).toEqual({ outcome: 'running' })
  await workOn(jobs)
  await reaches(runId, 'planned')
  expect(await statuses()).toEqual({})
  expect(await applyRun(operator, runId, { chosen: 450, confirmDelisting: false })).toEqual({ outcome: 'done' })
  await reaches(runId, 'applied')
  expect(await runOf(runId)).toMatchObject({ done: 450, total: 450, skipped: 0, entries: 450 })
  expect(await undoRun(operator, runId)).toEqual({ outcome: 'done' })
  await reaches(runId, 'undone')
  expect(new Set(Object.values(await statuses()))).toEqual(new Set(['hidden']))
  expect((await listAuditLog(null)).entries.map(({ who, act, title, why }) => [who, act, title, why])).toEqual([
    [operator.username, 'undone', feed.name, '450 new'],
    [operator.username, 'applied', feed.name, '450 new'],
    [operator.username, 'started', feed.name, ''],
  ])
})

test('the reason why a feed cannot be read is one line of its run, and nothing changes', async () => {
  const feed = await createFileFeed('[{"title"')
  const runId = await start(feed.id)
  await workOn(jobs)
  await reaches(runId, 'failed')
  expect(await findRun(runId)).toMatchObject({
    error: 'games.json is not JSON: it ends too early',
    can: { apply: false, discard: false, cancel: false, undo: false },
  })
  const gone = await createFeed({ fileKey: `feed_files/${'x'.repeat(32)}.gz`, fileName: 'old.json' })
  const second = await start(gone.id)
  await reaches(second, 'failed')
  expect((await findRun(second))?.error).toBe('old.json was deleted. Upload it again')
})

test('a feed at an address of this machine is refused', async () => {
  const feed = await createFeed({ address: 'http://127.0.0.1:1/feed.json?key=secret' })
  const runId = await start(feed.id)
  await workOn(jobs)
  await reaches(runId, 'failed')
  expect((await findRun(runId))?.error).toBe('http://127.0.0.1:1/feed.json is not public: 127.0.0.1')
})

test('a run that is cancelled before its job begins does nothing', async () => {
  const feed = await createFileFeed([entry('a')])
  const runId = await start(feed.id)
  expect(await cancelRun(operator, runId)).toEqual({ outcome: 'done' })
  await workOn(jobs)
  await reaches(runId, 'cancelled')
})

test('a scheduled run is applied by the feed’s mode, and its next time is set', async () => {
  const hour = 3_600_000
  const due = new Date(Date.now() - 2.5 * hour)
  const feed = await createFileFeed([entry('a')], { schedule: 'hourly', mode: 'review', nextRunAt: due })
  await createFeed({ schedule: 'daily', nextRunAt: new Date(Date.now() + hour) })
  await startDueFeeds()
  await startDueFeeds()
  await workOn(jobs)
  await reaches(1, 'applied')
  expect(await statuses()).toEqual({ a: 'pending' })
  const { rows } = await database().execute<{ at: string }>(
    sql`select next_run_at as at from feeds where id = ${feed.id}`,
  )
  expect(new Date(rows[0]!.at).getTime()).toBe(due.getTime() + 3 * hour)
  expect((await database().execute(sql`select from feed_runs`)).rows).toHaveLength(1)
  expect((await listAuditLog(null)).entries).toMatchObject([
    { who: 'feed schedule', isDeleted: false, act: 'applied', onKind: 'feed run', why: '1 new', title: feed.name },
  ])
})

test('a scheduled run that changes nothing is not in the audit log', async () => {
  const feed = await createFileFeed([entry('a')], { schedule: 'hourly', nextRunAt: new Date(0) })
  await run(feed, [entry('a')])
  await startDueFeeds()
  await workOn(jobs)
  await reaches(2, 'applied')
  expect((await listAuditLog(null)).entries).toEqual([])
})

test.each([
  ['nothing', [], { rejected: 0 }],
  ['only rejected entries', [{ ...entry('b'), url: '' }], { rejected: 1 }],
])('an operator’s run with %s to review ends by itself, and earlier runs can be undone', async (_, others, counts) => {
  const feed = await createFileFeed([entry('a'), ...others])
  const first = await run(feed, [entry('a')])
  const runId = await start(feed.id)
  await workOn(jobs)
  await reaches(runId, 'applied')
  expect(await findRun(runId)).toMatchObject({ appliedAt: null, isComplete: true, counts: { unchanged: 1, ...counts } })
  expect(await waitingPlans()).toBe(0)
  expect((await database().execute(sql`select complete_entries as n from feeds`)).rows).toEqual([{ n: 1 }])
  expect(await countUndoneGames((await findRun(runId))!)).toBe(0)
  expect(await undoRun(operator, first)).toEqual({ outcome: 'done' })
  await reaches(first, 'undone')
  const again = await start(feed.id)
  await reaches(again, 'applied')
  expect(await statuses()).toEqual({ a: 'hidden' })
  expect(await countUndoneGames((await findRun(again))!)).toBe(1)
})

test('a plan with a change waits for review', async () => {
  const feed = await createFileFeed([entry('a', { title: 'Renamed' })])
  await run(feed, [entry('a')])
  const runId = await start(feed.id)
  await workOn(jobs)
  await reaches(runId, 'planned')
  await workOn(jobs)
  expect(await stateOf(runId)).toBe('planned')
  expect(await waitingPlans()).toBe(1)
})

test('a new value that is only stored beside an operator’s needs no review', async () => {
  const feed = await createFileFeed([entry('a', { title: 'Renamed' })])
  await run(feed, [entry('a')])
  await database().execute(sql`update games set title = 'Chosen'`)
  await database().execute(
    sql`insert into game_overrides (game_id, field, feed_value) select id, 'title', '"Game a"' from games`,
  )
  const runId = await start(feed.id)
  await workOn(jobs)
  await reaches(runId, 'applied')
  expect(await findRun(runId)).toMatchObject({ done: 1, skipped: 0, counts: { changed: 0, unchanged: 1 } })
})

test('a schedule waits for a plan that an operator reviews, but not for ever', async () => {
  const feed = await createFileFeed([entry('a')], { schedule: 'daily', nextRunAt: new Date(0) })
  const waiting = await plan(feed, [entry('a')])
  await startDueFeeds()
  expect(await stateOf(waiting)).toBe('planned')
  await database().execute(sql`update feeds set next_run_at = now()`)
  await database().execute(sql`update feed_runs set planned_at = now() - interval '25 hours'`)
  await startDueFeeds()
  expect([await stateOf(waiting), await stateOf(waiting + 1)]).toEqual(['discarded', 'reading'])
})

test('a run whose job was lost ends, and one whose job waits does not', async () => {
  const [lost, waiting] = [await createFileFeed([entry('a')]), await createFileFeed([entry('b')])]
  const [first, second] = [await start(lost.id), await start(waiting.id)]
  await database().execute(sql`delete from jobs.job where data->>'runId' = ${String(first)}`)
  await failLostRuns()
  expect(await stateOf(first)).toBe('reading')
  await database().execute(sql`update feed_runs set active_at = now() - interval '2 minutes'`)
  await failLostRuns()
  expect([await stateOf(first), await stateOf(second)]).toEqual(['failed', 'reading'])
})

test('an application that failed can be continued', async () => {
  const feed = await createFileFeed(entries(300), { mode: 'publish' })
  const runId = await plan(feed, entries(300))
  await database().execute(sql`alter table games add constraint no_250 check (title <> 'Game g250')`)
  await applyRun(operator, runId, { chosen: 300, confirmDelisting: false })
  await database().execute(sql`update jobs.job set retry_limit = 0`)
  await workOn(jobs)
  await reaches(runId, 'failed')
  expect(await findRun(runId)).toMatchObject({ done: 200, can: { apply: true, undo: true } })
  // The lists count the applied changes.
  await expect.poll(() => countGames(['all'])).toEqual(new Map([['all', 200]]))
  await database().execute(sql`alter table games drop constraint no_250`)
  expect(await applyRun(operator, runId, { chosen: 300, confirmDelisting: false })).toEqual({ outcome: 'done' })
  await reaches(runId, 'applied')
  expect(await runOf(runId)).toMatchObject({ done: 300, total: 300, error: null })
  expect(Object.keys(await statuses())).toHaveLength(300)
})

test('entries of old runs are deleted, and their numbers stay', async () => {
  const feed = await createFeed()
  const [old, recent] = [await run(feed, [entry('a')]), await run(feed, [entry('b')])]
  const others = await createFeed()
  const first = await run(others, [entry('c')])
  await database().execute(sql`update feed_runs set created_at = now() - interval '91 days' where id = ${old}`)
  await database().execute(sql`
    insert into feed_runs (feed_id, started_by, state) select ${others.id}, 'schedule', 'applied' from generate_series(1, 20)`)
  await deleteOldEntries()
  const { rows } = await database().execute<{ id: number }>(sql`select distinct run_id as id from feed_run_entries`)
  expect(rows).toEqual([{ id: recent }])
  expect(await findRun(old)).toMatchObject({ counts: { new: 1 }, can: { undo: false } })
  expect(await findRun(first)).toMatchObject({ can: { undo: false } })
})
