import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { runClosers } from '../../../server/http/shutdown.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { countGames } from '../../lists/list-games.server.ts'
import { answerDelisting, undoRun } from './act-on-run.server.ts'
import { changeAll } from './change-all.server.ts'
import { hideDelisted } from './hide-delisted.server.ts'
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
  await database().execute(sql`truncate feeds restart identity cascade`)
})
afterAll(async () => {
  await runClosers(() => {})
  await testDatabase.drop()
  forgetFiles()
})

const TEN = entries(10)
const without = (...missing: number[]) => TEN.filter((_, at) => !missing.includes(at))
const countsOf = async (runId: number) => (await runOf(runId)).counts
const delisted = async () =>
  Object.entries(await statuses()).flatMap(([name, status]) => (status === 'delisted' ? name : []))

test('a game that is no longer in its feed is delisted and stays public', async () => {
  const feed = await createFeed()
  await run(feed, TEN)
  const runId = await run(feed, without(3))
  expect(await countsOf(runId)).toMatchObject({ delisted: 1, unchanged: 9 })
  expect(await delisted()).toEqual(['g3'])
  expect((await gamesByName()).get('g3')).toMatchObject({ url: TEN[3]!.url, reason: '' })
  expect((await listPlanEntries(runId, { page: 1 })).entries).toMatchObject([
    {
      kind: 'delisted',
      title: 'Game g3',
      position: 9,
      changes: [{ field: 'status', before: 'published', after: 'delisted' }],
      outcome: 'applied',
    },
  ])
  expect(await countsOf(await run(feed, without(3)))).toMatchObject({ delisted: 0 })
})

test('a feed with far fewer games waits for confirmation, and the rest is applied', async () => {
  const feed = await createFeed()
  await run(feed, TEN)
  const half = TEN.slice(0, 5)
  const runId = await run(feed, [...half.slice(1), entry('g0', { title: 'Changed' })])
  const delistQuestion = 'The feed has 5 games, 50% fewer than before (10)'
  expect(await findRun(runId)).toMatchObject({
    state: 'applied',
    delistQuestion,
    done: 1,
    counts: { delisted: 5, changed: 1 },
    can: { answerDelisting: true },
  })
  expect(await delisted()).toEqual([])
  // The next run asks again, which makes the earlier question void.
  const second = await run(feed, half)
  expect(await runOf(second)).toMatchObject({ delistQuestion })
  expect(await answerDelisting(operator, runId, true)).toEqual({ outcome: 'gone' })
  expect(await answerDelisting(operator, second, true)).toEqual({ outcome: 'done' })
  await changeAll(second, 'apply')
  expect(await delisted()).toEqual(['g5', 'g6', 'g7', 'g8', 'g9'])
  expect(await findRun(second)).toMatchObject({
    state: 'applied',
    delistQuestion: null,
    can: { answerDelisting: false },
  })
  expect((await runOf(await run(feed, half.slice(0, 5)))).delistQuestion).toBe(null)
})

test('delistings that are declined stay out of the run, and the next run asks again', async () => {
  const feed = await createFeed()
  await run(feed, TEN)
  const runId = await run(feed, TEN.slice(0, 5))
  expect(await answerDelisting(operator, runId, false)).toEqual({ outcome: 'done' })
  expect(await findRun(runId)).toMatchObject({ state: 'applied', delistQuestion: null })
  expect(await delisted()).toEqual([])
  expect((await runOf(await plan(feed, TEN.slice(0, 5)))).delistQuestion).not.toBe(null)
})

test('an operator confirms delistings when the plan is applied', async () => {
  const feed = await createFeed()
  await run(feed, TEN)
  const runId = await plan(feed, TEN.slice(0, 2))
  await apply(runId, true)
  expect(await delisted()).toHaveLength(8)
  expect(await runOf(runId)).toMatchObject({ state: 'applied', delistQuestion: null, done: 8 })
})

test.each([
  ['a limited run', { limit: 9 }],
  ['a run by command', { startedBy: 'command', maySuggestDelisting: false }],
] as const)('%s delists nothing', async (_, how) => {
  const feed = await createFeed()
  await run(feed, TEN)
  expect(await countsOf(await run(feed, without(3), how))).toMatchObject({ delisted: 0 })
  expect(await delisted()).toEqual([])
})

test('a game that another feed of the provider lists is delisted once neither does', async () => {
  const [one, two] = [await createFeed(), await createFeed()]
  await run(one, TEN)
  await run(two, TEN)
  expect(await countsOf(await run(one, without(3)))).toMatchObject({ delisted: 0 })
  expect(await countsOf(await run(two, without(4)))).toMatchObject({ delisted: 0 })
  expect(await countsOf(await run(two, without(3, 4).concat(entry('x'))))).toMatchObject({ delisted: 1 })
  expect(await delisted()).toEqual(['g3'])
})

test('a feed of which no run is known does not count as listing a game', async () => {
  const before = await createFeed({ isSaved: false })
  const feed = await createFeed()
  await run(feed, TEN)
  await database().execute(sql`insert into feed_games (feed_id, game_id) select ${before.id}, id from games`)
  expect(await countsOf(await run(feed, without(3)))).toMatchObject({ delisted: 1 })
})

test('a source that only the command reads lists what was in it last', async () => {
  const command = await createFeed({ isSaved: false })
  const feed = await createFeed()
  await run(command, TEN, { startedBy: 'command' })
  await run(feed, TEN)
  expect(await countsOf(await run(feed, without(3)))).toMatchObject({ delisted: 0 })
  await run(feed, TEN)
  await run(command, without(3), { startedBy: 'command' })
  expect(await delisted()).toEqual([])
  expect(await countsOf(await run(feed, without(3)))).toMatchObject({ delisted: 1 })
})

test('only published games are delisted, and an entry that is rejected is not missing', async () => {
  const feed = await createFeed()
  await run(feed, TEN)
  await database().execute(sql`update games set status = 'hidden' where title = 'Game g3'`)
  const broken = { ...TEN[4]!, title: '' }
  expect(await countsOf(await run(feed, [...without(3, 4), broken]))).toMatchObject({ rejected: 1, delisted: 0 })
  expect((await statuses()).g3).toBe('hidden')
})

test('a delisted game is hidden after the period of its feed, and returns when it is listed again', async () => {
  const feed = await createFeed({ delistDays: 3 })
  await run(feed, TEN)
  await run(feed, without(3))
  const age = (days: number) =>
    database().execute(sql`
      update games set status_at = now() - make_interval(days => ${days}) where status = 'delisted'`)
  await age(2)
  await hideDelisted()
  expect(await delisted()).toEqual(['g3'])
  await age(4)
  await hideDelisted()
  expect((await gamesByName()).get('g3')).toMatchObject({
    status: 'hidden',
    reason: 'No longer in its feed',
    url: null,
  })
  expect(await countGames(['all'])).toEqual(new Map([['all', 9]]))
  const runId = await run(
    feed,
    TEN.map((one, at) => (at === 3 ? { ...one, title: 'Back' } : one)),
  )
  expect(await countsOf(runId)).toMatchObject({ relisted: 1, changed: 0, new: 0 })
  expect((await gamesByName()).get('g3')).toMatchObject({
    status: 'published',
    reason: '',
    title: 'Back',
    url: TEN[3]!.url,
  })
  expect(await countGames(['all'])).toEqual(new Map([['all', 10]]))
})

test('each hour, the audit log gets one entry per feed, with the number of hidden games and titles of the first', async () => {
  const [one, two] = [await createFeed({ name: 'One' }), await createFeed({ name: 'Two' })]
  await database().execute(sql`
    insert into games (slug, title, provider, provider_game_id, categories, tags, description, how_to_play, url, status,
      status_at)
    select 'd' || n, 'Game ' || n, 'gamemonetize', n, '{Car}', '{}', '', '', 'https://x/' || n, 'delisted',
      now() - interval '15 days'
    from generate_series(1, 1203) n`)
  await database().execute(sql`
    insert into feed_games (feed_id, game_id)
    select case when n <= 1201 then ${one.id}::int else ${two.id}::int end, g.id
    from games g, lateral (select substr(g.slug, 2)::int as n) n where n <= 1202`)
  await database().execute(sql`truncate operator_acts restart identity`)
  await hideDelisted()
  await hideDelisted()
  const entry = { who: 'feed schedule', act: 'hidden', isDeleted: false }
  expect((await listAuditLog(null)).entries.toReversed()).toMatchObject([
    {
      ...entry,
      onKind: 'feed',
      onId: String(one.id),
      title: 'One',
      why: '1,201 games no longer in the feed: Game 1, Game 2, Game 3, Game 4, Game 5 and 1,196 more',
    },
    { ...entry, onKind: 'feed', onId: String(two.id), title: 'Two', why: '1 game no longer in the feed: Game 1202' },
    { ...entry, onKind: 'provider', onId: 'gamemonetize', why: '1 game no longer in the feed: Game 1203' },
  ])
})

test('a game that an operator has hidden does not return', async () => {
  const feed = await createFeed()
  await run(feed, TEN)
  await database().execute(sql`update games set status = 'hidden', status_reason = 'casino' where title = 'Game g3'`)
  await run(feed, without(3))
  expect(await countsOf(await run(feed, TEN))).toMatchObject({ relisted: 0 })
  expect((await statuses()).g3).toBe('hidden')
})

test('an undo restores delisted and relisted games as they were', async () => {
  const feed = await createFeed()
  await run(feed, TEN)
  const first = await run(feed, without(3))
  const { rows: before } = await database().execute(sql`select status_at from games where status = 'delisted'`)
  const second = await run(feed, TEN)
  expect(await delisted()).toEqual([])
  await undoRun(operator, second)
  await changeAll(second, 'undo')
  expect(await delisted()).toEqual(['g3'])
  expect((await database().execute(sql`select status_at from games where status = 'delisted'`)).rows).toEqual(before)
  await database().execute(sql`
    update games set status = 'hidden', status_reason = 'No longer in its feed', held_url = url, url = null
    where status = 'delisted'`)
  await undoRun(operator, first)
  await changeAll(first, 'undo')
  expect((await gamesByName()).get('g3')).toMatchObject({ status: 'published', reason: '', url: TEN[3]!.url })
  // The operator has decided, so the game is not delisted again until its feed has listed it again.
  expect(await countsOf(await run(feed, without(3)))).toMatchObject({ delisted: 0 })
})

test('a relisted game that is not undone is delisted again when it leaves its feed', async () => {
  const feed = await createFeed()
  await run(feed, TEN)
  await run(feed, without(3))
  const relisting = await run(feed, [...without(4), entry('g4', { description: 'About snails.' })])
  await database().execute(sql`
    insert into operator_acts (operator_name, act, on_kind, on_id)
    select 'mara_v', 'changed', 'game', id::text from games where title = 'Game g3'`)
  await undoRun(operator, relisting)
  await changeAll(relisting, 'undo')
  expect(await delisted()).toEqual([])
  await run(feed, without(3))
  expect(await delisted()).toEqual(['g3'])
})
