import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { database } from '../../../db/connection.server.ts'
import { runClosers } from '../../../server/http/shutdown.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { countGames } from '../../lists/list-games.server.ts'
import { startBulkAction } from '../../management/bulk/start-bulk-action.server.ts'
import { setGameStatus } from '../../management/save-game.server.ts'
import { undoRun } from './act-on-run.server.ts'
import { changeAll } from './change-all.server.ts'
import { findRun } from './list-runs.server.ts'
import { listPlanEntries } from './plan-entries.server.ts'
import { createFeed, entries, entry, forgetFiles, gamesByName, plan, run, runOf, statuses } from './testing.server.ts'
import { undoNextBatch } from './undo-run.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate feeds, operator_acts, bulk_actions restart identity cascade`)
})
afterAll(async () => {
  await runClosers(() => {})
  await testDatabase.drop()
  forgetFiles()
})

async function undo(runId: number): Promise<void> {
  expect(await undoRun(operator, runId)).toEqual({ outcome: 'done' })
  await changeAll(runId, 'undo')
}

const publish = (id: number, from: 'pending' | 'hidden') =>
  setGameStatus({ operator, id }, { from, to: 'published', reason: '' })

test('an undo hides new games, restores changed ones, and keeps what players did', async () => {
  const feed = await createFeed()
  await run(feed, [entry('a'), entry('b')])
  const runId = await run(feed, [entry('a', { title: 'Changed', tags: 'Other', url: `${String(entry('a').url)}?x` }), entry('b'), entry('c')]) // prettier-ignore
  const player = await createPlayer()
  const { id } = (await gamesByName()).get('c')!
  await database().execute(sql`insert into wishlist_entries (player_id, game_id) values (${player.id}, ${id})`)
  await database().execute(sql`update game_views set views = 7 where game_id = ${id}`)
  await undo(runId)
  const games = await gamesByName()
  expect(games.get('a')).toMatchObject({ title: 'Game a', url: entry('a').url, status: 'published' })
  expect(games.get('c')).toMatchObject({ status: 'hidden', reason: 'Run undone', url: null, held: entry('c').url })
  expect((await database().execute(sql`select tags from games order by id limit 1`)).rows).toEqual([
    { tags: ['Car', 'Tower'] },
  ])
  expect((await database().execute(sql`select from wishlist_entries`)).rows).toHaveLength(1)
  expect((await database().execute(sql`select views::int from game_views where game_id = ${id}`)).rows).toEqual([
    { views: 7 },
  ])
  expect(await countGames(['all'])).toEqual(new Map([['all', 2]]))
  expect(await findRun(runId)).toMatchObject({ state: 'undone', done: 2, total: 2, skipped: 0, can: { undo: false } })
  // The undone changes are not applied again while the feed stays the same.
  const again = await run(feed, [entry('a', { title: 'Changed', tags: 'Other', url: `${String(entry('a').url)}?x` }), entry('b'), entry('c')]) // prettier-ignore
  expect((await runOf(again)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
})

test('an undo lists and skips games that were edited since', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const feed = await createFeed({ mode: 'review' })
  await run(feed, [entry('a')])
  const runId = await run(
    feed,
    names.map((name) => entry(name, { title: `New ${name}` })),
  )
  const games = await gamesByName()
  const idOf = (name: string) => games.get(name)!.id
  // Changed by an edit in the console, a bulk action, a value that an old bulk action changed, a later run of another
  // feed, and an automatic quarantine.
  expect(await publish(idOf('a'), 'pending')).toEqual({ outcome: 'done' })
  await startBulkAction({ operator, action: 'publish', options: {}, picked: { ids: [idOf('b')] }, confirmed: 1 })
  await database().execute(sql`update games set tags = '{mine}' where id = ${idOf('c')}`)
  await run(await createFeed(), [entry('d', { title: 'Other' })])
  await database().execute(sql`update games set title = 'New d' where id = ${idOf('d')}`)
  await database().execute(sql`update games set status = 'quarantined' where id = ${idOf('e')}`)
  await undo(runId)
  const { entries: listed } = await listPlanEntries(runId, { page: 1, filter: 'skipped' })
  const reason = 'An operator or another run has changed the game since'
  expect(listed.map((one) => [one.title, one.outcome, one.reason])).toEqual([
    ['Game a', 'not undone', reason],
    ['New b', 'not undone', reason],
    ['New c', 'not undone', reason],
    ['New d', 'not undone', reason],
  ])
  expect(await statuses()).toEqual({
    a: 'published',
    b: 'published',
    c: 'pending',
    d: 'pending',
    e: 'hidden',
    f: 'hidden',
  })
  expect(await findRun(runId)).toMatchObject({ state: 'undone', skipped: 4 })
})

test('runs are undone from the newest one back', async () => {
  const feed = await createFeed()
  const first = await run(feed, [entry('a')])
  const second = await run(feed, [entry('a', { title: 'Second' })])
  const third = await run(feed, [entry('a', { title: 'Third' })])
  const waiting = await plan(feed, [entry('a', { title: 'Fourth' })])
  const why = 'A later run of this feed is applied. Undo that one first'
  expect(await undoRun(operator, first)).toEqual({ outcome: 'forbidden', why })
  await undo(third)
  expect(await findRun(waiting)).toMatchObject({ state: 'discarded' })
  expect((await gamesByName()).get('a')?.title).toBe('Second')
  expect(await undoRun(operator, third)).toEqual({ outcome: 'gone' })
  await undo(second)
  expect((await gamesByName()).get('a')?.title).toBe('Game a')
  await undo(first)
  expect(await statuses()).toEqual({ a: 'hidden' })
})

test('a run is not undone while another run of its feed is under way', async () => {
  const feed = await createFeed()
  const first = await run(feed, [entry('a')])
  await plan(feed, [entry('b')])
  await database().execute(sql`update feed_runs set state = 'reading' where id > ${first}`)
  expect(await undoRun(operator, first)).toMatchObject({ outcome: 'forbidden' })
  expect((await findRun(first))?.can.undo).toBe(false)
})

test('after a crash in the middle of an undo, the next attempt does the rest', async () => {
  const feed = await createFeed()
  const runId = await run(feed, entries(500))
  expect(await undoRun(operator, runId)).toEqual({ outcome: 'done' })
  await database().transaction((tx) => undoNextBatch(tx, runId, -1))
  const crashing = database().transaction(async (tx) => {
    await undoNextBatch(tx, runId, 199)
    throw new Error('The process was killed')
  })
  await expect(crashing).rejects.toThrow('killed')
  expect(await publish(1, 'hidden')).toEqual({ outcome: 'done' })
  await changeAll(runId, 'undo')
  expect(await runOf(runId)).toMatchObject({ state: 'undone', done: 500, total: 500, skipped: 0 })
  const all = Object.values(await statuses())
  expect(all.filter((status) => status === 'hidden')).toHaveLength(499)
  expect(await countGames(['all'])).toEqual(new Map([['all', 1]]))
})

test('the feed’s value beside an operator’s is restored, too', async () => {
  const feed = await createFeed()
  await run(feed, [entry('a')])
  await database().execute(sql`insert into game_overrides (game_id, field, feed_value) values (1, 'title', '"Game a"')`)
  const runId = await run(feed, [entry('a', { title: 'Theirs' })])
  const fed = async () => (await database().execute(sql`select feed_value from game_overrides`)).rows
  expect(await fed()).toEqual([{ feed_value: 'Theirs' }])
  await undo(runId)
  expect(await fed()).toEqual([{ feed_value: 'Game a' }])
})

test('a game that a rule holds stays marked after an undo', async () => {
  const rules = [{ name: 'Slots', when: { words: ['about a'] }, set: { status: 'pending' } }]
  const feed = await createFeed({ rules: rules as never, usesDefaultRules: false })
  await undo(await run(feed, [entry('a'), entry('b')]))
  const games = await gamesByName()
  expect(games.get('a')).toMatchObject({ status: 'hidden', reason: 'Rule: Slots' })
  expect(games.get('b')).toMatchObject({ status: 'hidden', reason: 'Run undone' })
})
