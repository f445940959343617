import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { runClosers } from '../../../server/http/shutdown.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { countGames } from '../../lists/list-games.server.ts'
import { listManagedGames } from '../../management/table/list-managed-games.server.ts'
import { readGamesQuery } from '../../management/table/table-rules.ts'
import { applyRun, beginApplication, cancelRun, chooseEntries, discardRun } from './act-on-run.server.ts'
import { applyNextBatch } from './apply-run.server.ts'
import { changeAll } from './change-all.server.ts'
import { findRun } from './list-runs.server.ts'
import { listPlanEntries } from './plan-entries.server.ts'
import {
  apply,
  createFeed,
  entries,
  entry,
  forgetFiles,
  gamesByName,
  plan,
  run,
  runOf,
  statuses,
} from './testing.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate feeds, operator_acts restart identity cascade`)
})
afterAll(async () => {
  await runClosers(() => {})
  await testDatabase.drop()
  forgetFiles()
})

const begin = (runId: number) =>
  database().transaction((tx) => beginApplication(tx, runId, { confirmDelisting: false }))
const step = (runId: number, from = -1) => database().transaction((tx) => applyNextBatch(tx, runId, from))
const BLOCKED = sql`
  select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`
const untilBlocked = (count: number) =>
  expect.poll(async () => (await database().execute(BLOCKED)).rows.length).toBe(count)
const outcomes = async (runId: number) =>
  (await listPlanEntries(runId, { page: 1 })).entries.map(({ title, outcome, reason }) => [title, outcome, reason])

test('new games get the status of the feed’s mode, or what rules set', async () => {
  const rules = [
    { name: 'A', when: { words: ['about a'] }, set: { status: 'hidden', ageRating: '18' } },
    { name: 'B', when: { words: ['about b'] }, set: { status: 'published', category: 'Puzzle' } },
    { name: 'C', when: { words: ['about c', 'about a'] }, set: { status: 'pending' } },
  ] as const
  const feed = await createFeed({ mode: 'review', rules: rules as never, usesDefaultRules: false })
  await run(feed, [entry('a'), entry('b'), entry('c'), entry('d')])
  const games = await gamesByName()
  expect(games.get('a')).toMatchObject({ status: 'pending', reason: 'Rule: C', url: null })
  expect(games.get('b')).toMatchObject({ status: 'published', url: entry('b').url, held: null })
  expect(games.get('c')).toMatchObject({ status: 'pending', held: entry('c').url })
  expect(games.get('d')).toMatchObject({ status: 'pending', reason: '' })
  const held = await listManagedGames({ ...readGamesQuery(new URLSearchParams()), ruled: true })
  expect(held.games.map(({ title }) => title).toSorted()).toEqual([games.get('a')!.title, games.get('c')!.title])
  expect((await database().execute(sql`select age_rating, categories from games order by id limit 2`)).rows).toEqual([
    { age_rating: '18', categories: ['Car'] },
    { age_rating: null, categories: ['Puzzle'] },
  ])
  expect(await countGames(['category:puzzle', 'category:car'])).toEqual(new Map([['category:puzzle', 1]]))
  // A later change in the feed does not replace the rule's value.
  await run(feed, [entry('b', { title: 'Renamed', category: 'Cooking' })])
  const { rows } = await database().execute(sql`select title, categories from games where title = 'Renamed'`)
  expect(rows).toEqual([{ title: 'Renamed', categories: ['Puzzle'] }])
})

test('a run by command publishes whatever the feed’s mode', async () => {
  const feed = await createFeed({ mode: 'review' })
  await run(feed, [entry('a')], { startedBy: 'command' })
  expect(await statuses()).toEqual({ a: 'published' })
})

test('only chosen entries are applied', async () => {
  const feed = await createFeed()
  await run(feed, [entry('a'), entry('b')])
  const runId = await plan(feed, [entry('a', { title: 'A' }), entry('b', { title: 'B' }), entry('c'), entry('d')])
  await chooseEntries(runId, { positions: [0, 3], isChosen: false })
  await apply(runId)
  expect([...(await gamesByName()).values()].map(({ title }) => title)).toEqual(['Game a', 'B', 'Game c'])
  expect(await runOf(runId)).toMatchObject({ state: 'applied', done: 2, total: 2, skipped: 0 })
})

test('games are listed in the order of the feed, however many batches it takes', async () => {
  const feed = await createFeed()
  await run(feed, entries(450))
  const { rows } = await database().execute<{ title: string }>(
    sql`select title from games order by created_at desc, feed_position, id desc`,
  )
  expect(rows.map(({ title }) => title)).toEqual(entries(450).map(({ title }) => title))
  expect(await countGames(['all'])).toEqual(new Map([['all', 450]]))
})

test('titles with the same slug get numbers across batches and former slugs', async () => {
  const feed = await createFeed()
  const { id } = await createGame({ slug: 'other' })
  await database().execute(sql`insert into former_slugs (slug, game_id) values ('race-3', ${id})`)
  await run(feed, entries(250).map((one) => ({ ...one, title: 'Race' }))) // prettier-ignore
  const slugs = [...(await gamesByName()).values()].map(({ slug }) => slug).slice(1)
  expect(slugs.slice(0, 4)).toEqual(['race', 'race-2', 'race-4', 'race-5'])
  expect(slugs.at(-1)).toBe('race-251')
  await run(feed, [entry('x', { title: 'Race' })])
  expect((await gamesByName()).get('x')?.slug).toBe('race-252')
})

test('an entry is skipped if its game has changed since the plan in the same field', async () => {
  const feed = await createFeed()
  const names = ['a', 'b', 'c', 'd', 'e']
  await run(feed, names.map((name) => entry(name))) // prettier-ignore
  const runId = await plan(
    feed,
    [...names, 'f'].map((name) => entry(name, { title: `New ${name}` })),
  )
  const games = await gamesByName()
  const idOf = (name: string) => games.get(name)!.id
  await database().execute(sql`update games set title = 'Mine' where id = ${idOf('a')}`)
  // An operator sets the value that the feed had before.
  await database().execute(
    sql`insert into game_overrides (game_id, field, feed_value) values (${idOf('b')}, 'title', '"Game b"')`,
  )
  await database().execute(sql`update games set description = 'Mine' where id = ${idOf('c')}`)
  await database().execute(sql`delete from games where id = ${idOf('d')}`)
  await run(await createFeed(), [entry('f')])
  await apply(runId)
  const why = 'The game has changed since the plan was made'
  expect(await outcomes(runId)).toEqual([
    ['Game a', 'skipped', why],
    ['Game b', 'skipped', why],
    ['Game c', 'applied', null],
    ['Game d', 'skipped', why],
    ['Game e', 'applied', null],
    ['New f', 'skipped', 'Another run has added the game since the plan was made'],
  ])
  expect([...(await gamesByName()).values()].map(({ title }) => title)).toEqual([
    'Mine',
    'Game b',
    'New c',
    'New e',
    'Game f',
  ])
  expect(await findRun(runId)).toMatchObject({ done: 6, total: 6, skipped: 4 })
})

test('after a crash in the middle, the next attempt does the rest and nothing twice', async () => {
  const feed = await createFeed()
  await run(feed, entries(100))
  const content = [...entries(100).map((one) => ({ ...one, title: 'Changed' })), ...entries(700, 'n')]
  const runId = await plan(feed, content)
  await begin(runId)
  const position = await step(runId)
  const crashing = database().transaction(async (tx) => {
    await applyNextBatch(tx, runId, position!)
    throw new Error('The process was killed')
  })
  await expect(crashing).rejects.toThrow('killed')
  expect(await runOf(runId)).toMatchObject({ state: 'applying', done: 200 })
  // An operator edits a game of the first batch; the run does not return to it.
  await database().execute(sql`update games set title = 'Mine' where id = 1`)
  // This is what two nodes would do if one considered the other dead.
  await Promise.all([step(runId), step(runId)])
  expect(await runOf(runId)).toMatchObject({ done: 600, skipped: 0 })
  await changeAll(runId, 'apply')
  expect(await runOf(runId)).toMatchObject({ state: 'applied', done: 800, total: 800, skipped: 0 })
  const titles = [...(await gamesByName()).values()].map(({ title }) => title)
  expect(titles).toHaveLength(800)
  expect(titles.filter((title) => title === 'Changed')).toHaveLength(99)
  expect(await countGames(['all'])).toEqual(new Map([['all', 800]]))
})

test('an application that is cancelled stops between batches, and can be undone', async () => {
  const feed = await createFeed()
  const runId = await plan(feed, entries(500))
  await begin(runId)
  await step(runId)
  expect(await cancelRun(operator, runId)).toEqual({ outcome: 'done' })
  await changeAll(runId, 'apply')
  expect(await findRun(runId)).toMatchObject({ state: 'cancelled', done: 200, can: { undo: true, apply: false } })
  expect(await countGames(['all'])).toEqual(new Map([['all', 200]]))
})

test('only a plan can be applied, once', async () => {
  const feed = await createFeed()
  const runId = await plan(feed, [entry('a')])
  const both = [1, 2].map(() => applyRun(operator, runId, { chosen: 1, confirmDelisting: false }))
  expect((await Promise.all(both)).map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'gone'])
  expect((await listAuditLog(null)).entries).toMatchObject([
    { act: 'applied', onKind: 'feed run', onId: String(runId), title: feed.name, why: '1 new' },
  ])
  const other = await plan(await createFeed(), [entry('b')])
  await discardRun(operator, other)
  expect(await begin(other)).toBe(false)
  expect(await runOf(other)).toMatchObject({ state: 'discarded', appliedAt: null })
})

test('a run whose plan is completed in the meantime is not cancelled', async () => {
  const runId = await plan(await createFeed(), [entry('a')])
  await database().execute(sql`update feed_runs set state = 'reading'`)
  const cancelling = await database().transaction(async (tx) => {
    await tx.execute(sql`update feed_runs set state = 'planned'`)
    const cancelling = cancelRun(operator, runId)
    await untilBlocked(1)
    return [cancelling]
  })
  expect(await Promise.all(cancelling)).toEqual([{ outcome: 'gone' }])
  expect(await runOf(runId)).toMatchObject({ state: 'planned', isCancelled: false })
  expect((await listAuditLog(null)).entries).toEqual([])
})

test('a plan is not applied with another choice than the operator saw, even if that is still being saved', async () => {
  const runId = await plan(await createFeed(), [entry('a'), entry('b')])
  const apply = () => applyRun(operator, runId, { chosen: 2, confirmDelisting: false })
  const both = await database().transaction(async (tx) => {
    await tx.execute(sql`select from feed_run_entries where run_id = ${runId} for update`)
    const choosing = chooseEntries(runId, { positions: [1], isChosen: false })
    await untilBlocked(1)
    const applying = apply()
    await untilBlocked(2)
    // Returned in a list, since the two end after the transaction.
    return [choosing, applying]
  })
  expect(await Promise.all(both)).toEqual([{ outcome: 'done' }, { outcome: 'changed' }])
  expect(await runOf(runId)).toMatchObject({ state: 'planned' })
  expect(await apply()).toEqual({ outcome: 'changed' })
})

test('a thousand entries take few statements', async () => {
  const feed = await createFeed()
  const content = entries(1001)
  await run(feed, content)
  expect(await countGames(['all'])).toEqual(new Map([['all', 1001]]))
  const statements = await countStatements(async () => {
    const runId = await run(feed, content.map((one) => ({ ...one, title: `${String(one.title)}!` }))) // prettier-ignore
    expect(await runOf(runId)).toMatchObject({ done: 1001, skipped: 0 })
  })
  expect((await gamesByName()).get('g7')?.title).toBe('Game g7!')
  // About twenty statements for each of the 3 batches of the plan and the 6 batches of its application.
  expect(statements).toBeLessThan(300)
})

/** Returns the statements that `work` sends. */
async function countStatements(work: () => Promise<void>): Promise<number> {
  let statements = 0
  // oxlint-disable-next-line typescript/unbound-method -- called with its client
  const original = pg.Client.prototype.query as (...values: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...values: unknown[]) {
    statements++
    return original.apply(this, values) as never
  })
  await work()
  vi.restoreAllMocks()
  return statements
}
