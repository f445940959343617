import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { database } from '../../../db/connection.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { setArrangement } from '../../arrangement/arrangement.ts'
import { findManagedGame } from '../../management/managed-game.server.ts'
import { cancelRun, chooseEntries, discardRun } from './act-on-run.server.ts'
import { findProvider } from '../../import/providers.server.ts'
import { pictureFile } from './find-duplicates.server.ts'
import { findActiveRun, findRun, listRuns } from './list-runs.server.ts'
import { listPlanEntries } from './plan-entries.server.ts'
import { planRun } from './plan-run.server.ts'
import { createRun, startRun } from './start-run.server.ts'
import {
  apply,
  createFeed,
  entries,
  entry,
  feedFile,
  forgetFiles,
  gamesByName,
  idOfGame,
  plan,
  run,
  runOf,
} from './testing.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate feeds, picture_hashes restart identity cascade`)
})
afterAll(async () => {
  await testDatabase.drop()
  forgetFiles()
})

const listOf = async (runId: number, filter = {}) => (await listPlanEntries(runId, { page: 1, ...filter })).entries

test('a plan lists new, changed and rejected entries, and changes nothing', async () => {
  const feed = await createFeed()
  await run(feed, [entry('a'), entry('b'), entry('c')])
  const before = await gamesByName()
  const runId = await plan(feed, [
    entry('a'),
    entry('b', { title: 'Renamed', tags: 'Tower' }),
    entry('c'),
    entry('d'),
    entry('e', { url: '' }),
    entry('d'),
    entry('f', { url: 'http://html5.gamemonetize.com/f\u0000\ud800/' }),
  ])
  expect(await runOf(runId)).toMatchObject({
    state: 'planned',
    entries: 7,
    isComplete: true,
    counts: { new: 1, changed: 1, unchanged: 2, rejected: 3, delisted: 0, relisted: 0, duplicates: 0, ruled: 0 },
  })
  expect(await listOf(runId)).toMatchObject([
    {
      position: 1,
      kind: 'changed',
      title: 'Game b',
      game: null,
      changes: [
        { field: 'title', before: 'Game b', after: 'Renamed', isOverridden: false },
        { field: 'tags', before: ['Car', 'Tower'], after: ['Tower'], isOverridden: false },
      ],
    },
    { position: 3, kind: 'new', title: 'Game d', changes: [], game: { provider_game_id: idOfGame('d'), width: 800 } },
    { position: 4, kind: 'rejected', title: 'Game e', reason: 'no address', given: idOfGame('e') },
    {
      position: 5,
      kind: 'rejected',
      title: 'Game d',
      reason: 'same game as entry 4',
      given: expect.stringContaining(idOfGame('d')),
    },
    {
      position: 6,
      kind: 'rejected',
      changes: [],
      reason: 'url is not an https address',
      given: 'http://html5.gamemonetize.com/f \ufffd/',
    },
  ])
  expect(await gamesByName()).toEqual(before)
})

test('a plan shows what rules do to new games', async () => {
  const feed = await createFeed({
    usesDefaultRules: false,
    rules: [{ name: 'No towers', when: { words: ['about a'] }, set: { status: 'hidden' } }],
  })
  const runId = await plan(feed, [entry('a'), entry('b')])
  expect((await runOf(runId)).counts).toMatchObject({ new: 2, ruled: 1 })
  expect(await listOf(runId, { filter: 'ruled' })).toMatchObject([
    { title: 'Game a', rulings: [{ rule: 'No towers', status: 'hidden' }] },
  ])
})

test('the default rules read the tags of a feed, even if operators merged them into others', async () => {
  const feed = await createFeed()
  setArrangement({ tags: [{ tag: 'poker', name: null, description: '', isHidden: false, mergedInto: 'cards' }] })
  const runId = await plan(feed, [entry('a', { tags: 'Poker' }), entry('b', { tags: 'Cards' })])
  setArrangement({})
  expect(await listOf(runId)).toMatchObject([
    { game: { tags: ['cards'] }, rulings: [{ rule: 'Gambling', status: 'pending' }] },
    { game: { tags: ['Cards'] }, rulings: [] },
  ])
})

test('two overlapping feeds of a provider do not change each other’s games back', async () => {
  const [one, two] = [await createFeed(), await createFeed()]
  await run(one, [entry('a', { title: 'First' })])
  await run(two, [entry('a', { title: 'Second' })])
  expect((await gamesByName()).get('a')?.title).toBe('Second')
  for (const [feed, title] of [
    [one, 'First'],
    [two, 'Second'],
    [one, 'First'],
  ] as const)
    // prettier-ignore
    expect((await runOf(await run(feed, [entry('a', { title })]))).counts).toMatchObject({ changed: 0, unchanged: 1 })
  expect((await gamesByName()).get('a')?.title).toBe('Second')
  await run(one, [entry('a', { title: 'Third' })])
  expect((await gamesByName()).get('a')?.title).toBe('Third')
})

test('a change that was planned but not applied is in the next plan again', async () => {
  const feed = await createFeed()
  await run(feed, [entry('a')])
  const changed = [entry('a', { title: 'Changed' })]
  const first = await plan(feed, changed)
  expect(await discardRun(operator, first)).toEqual({ outcome: 'done' })
  const second = await plan(feed, changed)
  expect((await runOf(second)).counts).toMatchObject({ changed: 1 })
  await chooseEntries(second, { kind: 'changed', isChosen: false })
  await apply(second)
  expect((await runOf(await plan(feed, changed))).counts).toMatchObject({ changed: 1 })
})

test('a value of an operator is not a change, and the feed’s value beside it is updated', async () => {
  const feed = await createFeed()
  await run(feed, [entry('a'), entry('b')])
  const { id } = (await gamesByName()).get('a')!
  await database().execute(sql`update games set title = 'Mine' where id = ${id}`)
  await database().execute(
    sql`insert into game_overrides (game_id, field, feed_value) values (${id}, 'title', '"Game a"')`,
  )
  const runId = await plan(feed, [entry('a', { title: 'Theirs' }), entry('b')])
  expect((await runOf(runId)).counts).toMatchObject({ changed: 0, unchanged: 2 })
  expect(await listOf(runId)).toEqual([])
  const more = await plan(feed, [entry('a', { title: 'Theirs', tags: 'Car' }), entry('b')])
  expect(await listOf(more)).toMatchObject([
    {
      kind: 'changed',
      title: 'Mine',
      changes: [
        { field: 'title', before: 'Game a', after: 'Theirs', isOverridden: true },
        { field: 'tags', isOverridden: false },
      ],
    },
  ])
  await apply(more)
  expect(await findManagedGame(id)).toMatchObject({ title: 'Mine', tags: ['Car'], overrides: { title: 'Theirs' } })
})

test('no plan brings a deleted game back', async () => {
  const feed = await createFeed()
  await run(feed, [entry('a')])
  await database().execute(sql`update games set status = 'deleted', held_url = url, url = null`)
  const runId = await run(feed, [entry('a', { title: 'Again' })])
  expect((await runOf(runId)).counts).toMatchObject({ new: 0, changed: 0, relisted: 0, unchanged: 1 })
  expect((await gamesByName()).get('a')).toMatchObject({ status: 'deleted', title: 'Game a' })
})

test('suspected duplicates: same id or address at another provider, same title and picture, same picture', async () => {
  const picture = 'https://img.gamemonetize.com/other/tower-of-doom.png'
  const game = (values: object) => createGame({ provider: 'gamepix', ...values })
  const feed = await createFeed()
  await createFeed({ provider: 'gamepix' })
  const sameId = await game({ providerGameId: idOfGame('a'), title: 'One' })
  const sameAddress = await createGame({ provider: 'own', title: 'Two', url: String(entry('b').url) })
  const sameTitle = await game({ title: 'Tower of DOOM', imageUrl: 'https://img.gamepix.com/7/tower-of-doom.png?v=2' })
  const otherPicture = await game({ title: 'Game d', imageUrl: 'https://img.gamepix.com/other/512x384.jpg' })
  const samePicture = await game({ title: 'Five' })
  const plainPicture = await game({ title: 'Six' })
  await database().execute(sql`
    insert into picture_hashes (game_id, address, hash)
    values (${otherPicture.id}, ${String(entry('e').thumb)}, 'abcd'), (${samePicture.id}, 'https://x/', 'abcd'),
      (${plainPicture.id}, ${String(entry('f').thumb)}, '1')`)
  const runId = await plan(feed, [
    entry('a'),
    entry('b'),
    entry('c', { title: 'Tower of Doom', thumb: picture }),
    entry('d'),
    entry('e'),
    entry('f'),
  ])
  const found = await listOf(runId, { filter: 'duplicates' })
  expect(found.map(({ title, duplicates }) => [title, duplicates])).toEqual([
    ['Game a', [{ gameId: sameId.id, title: 'One', why: 'the same id at gamepix' }]],
    ['Game b', [{ gameId: sameAddress.id, title: 'Two', why: 'the same address at own' }]],
    ['Tower of Doom', [{ gameId: sameTitle.id, title: 'Tower of DOOM', why: 'the same title and picture' }]],
    [
      'Game e',
      [
        { gameId: otherPicture.id, title: 'Game d', why: 'the same picture' },
        { gameId: samePicture.id, title: 'Five', why: 'the same picture' },
      ],
    ],
  ])
  expect((await runOf(runId)).counts).toMatchObject({ new: 6, duplicates: 4 })
})

test('a picture file that all games call the same counts with its folder', () => {
  expect(pictureFile('https://x/one/512x384.jpg')).toBe('one/512x384.jpg')
  expect(pictureFile('https://x/one/Tower.PNG?width=2')).toBe('tower.png')
})

test('a feed that ends too early makes no plan, and changes nothing', async () => {
  const feed = await createFeed()
  await run(feed, [entry('a')])
  const text = JSON.stringify([entry('a', { title: 'New' }), ...entries(1200)]).slice(0, -20)
  await expect(plan(feed, text)).rejects.toThrow('ends too early')
  const { rows } = await database().execute(sql`select title from games`)
  expect(rows).toEqual([{ title: 'Game a' }])
  expect(await runOf(2)).toMatchObject({ state: 'reading', counts: null })
})

test('a plan that was interrupted starts over', async () => {
  const feed = await createFeed()
  const crashing = plan(feed, entries(1200), {
    onProgress: (read) => {
      if (read > 900) throw new Error('The process was killed')
    },
  })
  await expect(crashing).rejects.toThrow('killed')
  const left = async () => (await database().execute(sql`select from feed_run_entries`)).rows.length
  expect(await left()).toBeGreaterThan(900)
  const reading = { provider: findProvider('gamemonetize')!, maySuggestDelisting: true }
  expect(await planRun(1, feed, { ...reading, source: feedFile(entries(1200)) })).toBe('planned')
  expect(await left()).toBe(1200)
  expect(await runOf(1)).toMatchObject({ entries: 1200, counts: { new: 1200 } })
  expect(await planRun(1, feed, { ...reading, source: feedFile([]) }), 'a plan is made once').toBe(null)
})

test.each([
  ['between batches', 1200],
  ['after its last batch', 1],
])('a plan that is cancelled %s leaves no entries', async (_, count) => {
  const feed = await createFeed()
  const runId = await plan(feed, entries(count), {
    onProgress: async (read) => {
      if (read < 200) expect(await cancelRun(operator, 1)).toEqual({ outcome: 'done' })
    },
  })
  expect(await runOf(runId)).toMatchObject({ state: 'cancelled', counts: null })
  expect((await database().execute(sql`select from feed_run_entries`)).rows).toEqual([])
  expect(await cancelRun(operator, 1)).toEqual({ outcome: 'gone' })
})

test('a feed has one run at a time, and a new plan replaces one that waits', async () => {
  const feed = await createFeed()
  const start = () => database().transaction((tx) => createRun(tx, { feedId: feed.id, startedBy: 'schedule' }))
  const started = await Promise.all([start(), start(), start()])
  expect(started.filter((one) => 'runId' in one)).toHaveLength(1)
  expect(started.filter((one) => 'outcome' in one && one.outcome === 'running')).toHaveLength(2)
  expect(await findActiveRun(feed.id)).toMatchObject({ state: 'reading' })
  await database().execute(sql`update feed_runs set state = 'failed'`)
  const first = await plan(feed, [entry('a')])
  expect(await findActiveRun(feed.id)).toMatchObject({ id: first, state: 'planned' })
  const second = await plan(feed, [entry('a')])
  expect(await findRun(first)).toMatchObject({ state: 'discarded', can: { apply: false } })
  expect(await findRun(second)).toMatchObject({
    state: 'planned',
    feedName: feed.name,
    can: { apply: true, discard: true, cancel: false, undo: false, answerDelisting: false },
  })
  expect((await listRuns({ feedId: feed.id })).map(({ id }) => id)).toEqual([second, first, 1])
  expect((await listRuns({ before: second })).map(({ id }) => id)).toEqual([first, 1])
  expect(await startRun({ feedId: 999, startedBy: 'schedule' })).toEqual({ outcome: 'gone' })
})

test('an operator chooses entries by position, kind or filter while a plan waits', async () => {
  const feed = await createFeed()
  await run(feed, [entry('a')])
  const runId = await plan(feed, [entry('a', { title: 'Other' }), entry('b'), entry('c'), entry('d', { url: '' })])
  const chosen = async () => {
    const { entries: all, chosen: count } = await listPlanEntries(runId, { page: 1 })
    const names = all.filter((one) => one.isChosen && one.kind !== 'rejected').map(({ title }) => title)
    expect(count).toBe(names.length)
    return names
  }
  expect(await chosen()).toEqual(['Game a', 'Game b', 'Game c'])
  expect(await chooseEntries(runId, { kind: 'new', isChosen: false })).toEqual({ outcome: 'done' })
  expect(await chosen()).toEqual(['Game a'])
  await chooseEntries(runId, { positions: [2], isChosen: true })
  expect(await chosen()).toEqual(['Game a', 'Game c'])
  await chooseEntries(runId, { all: true, isChosen: false })
  expect(await chosen()).toEqual([])
  await discardRun(operator, runId)
  expect(await chooseEntries(runId, { all: true, isChosen: true })).toEqual({ outcome: 'gone' })
})
