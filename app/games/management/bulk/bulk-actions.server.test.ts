import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../../../testing/fixtures/games.ts'
import { inventedFeed } from '../../../../testing/fixtures/invented-feed.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { listAuditLog, logAct } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import type { BulkOptions } from '../../../db/schema/game-management.server.ts'
import { gameHealth } from '../../../db/schema/game-health.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { importFeed } from '../../import/import-feed.server.ts'
import { listNewestGames } from '../../lists/list-games.server.ts'
import { findManagedGame } from '../managed-game.server.ts'
import { gamesQueryText, readGamesQuery } from '../table/table-rules.ts'
import { type BulkAction, bulkRulesOf, optionsOf, type PickedGames } from './bulk-rules.ts'
import { countHeld, countPicked, findStartedAction, listOpenActions } from './find-bulk-action.server.ts'
import { dismissBulkAction, startBulkAction, undoBulkAction } from './start-bulk-action.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-bulk-'))

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate bulk_actions, operator_acts restart identity cascade`)
})
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

const filter = (text: string): PickedGames => ({ query: readGamesQuery(new URLSearchParams(text)) })

/** Starts an action on what it was confirmed for, and returns it. */
async function run(action: BulkAction, picked: PickedGames, options: BulkOptions = {}) {
  const { count } = await countPicked(picked)
  const started = await startBulkAction({ operator, action, options, picked, confirmed: count })
  if (!('id' in started)) throw new Error(`It was not started: ${started.count} games`)
  return (await findStartedAction(started.id))!
}

async function undo(id: number) {
  expect(await undoBulkAction(operator, id)).toEqual({ outcome: 'done' })
  return (await findStartedAction(id))!
}

/** What an action may change, of all games in the order of their ids. */
async function state() {
  const { rows } = await database().execute(sql`
    select g.id, g.status, g.status_reason, g.status_at, g.url, g.held_url, g.is_featured, g.title, g.categories, g.tags,
      g.image_url, g.plays_on_phones,
      (select json_object_agg(o.field, o.feed_value order by o.field) from game_overrides o where o.game_id = g.id) as overrides,
      (select json_agg(l.label order by l.label) from game_labels l where l.game_id = g.id) as labels,
      (select json_agg(c.category order by c.category) from game_categories c where c.game_id = g.id) as listed
    from games g order by g.id`)
  return rows as {
    [column: string]: unknown
    id: number
    categories: string[]
    tags: string[]
    overrides: object | null
  }[]
}

const MIXED = [
  { status: 'published' as const },
  { status: 'pending' as const, url: null, heldUrl: 'https://x/2', isFeatured: true },
  {
    status: 'hidden' as const,
    statusReason: 'Casino',
    url: null,
    heldUrl: 'https://x/3',
    categories: ['Car', 'Puzzle'],
  },
  { status: 'deleted' as const, url: null, heldUrl: 'https://x/4', tags: ['Fun', '3D'] },
  { status: 'published' as const, categories: ['Puzzle'], tags: Array.from({ length: 20 }, (_, at) => `tag ${at}`) },
]

const ALL: [BulkAction, BulkOptions, number][] = [
  ['publish', {}, 3],
  ['hide', { reason: 'Test' }, 3],
  ['delete', {}, 4],
  ['feature', {}, 4],
  ['unfeature', {}, 1],
  ['add-category', { category: 'Puzzle' }, 3],
  ['remove-category', { category: 'Puzzle' }, 1],
  ['add-tag', { tag: 'fun' }, 3],
  ['remove-tag', { tag: 'fun' }, 1],
  ['reset', {}, 1],
]

test.each(ALL)('%s changes what needs it, and its undo restores exactly that', async (action, options, changed) => {
  const made = await createGames(MIXED)
  const ids = made.map(({ id }) => id)
  await database().execute(sql`
    insert into game_overrides (game_id, field, feed_value) values (1, 'title', '"Of the feed"'), (1, 'plays_on_phones', 'null')`)
  const before = await state()
  const done = await run(action, { ids }, options)
  expect(done).toMatchObject({ state: 'done', games: 5, done: 5, changed })
  expect(done.undoSeconds).toBeGreaterThan(590)
  expect(await state()).not.toEqual(before)
  expect(await run(action, { ids }, options)).toMatchObject({ changed: 0 })
  expect(await undo(done.id)).toMatchObject({ state: 'undone', restored: changed, skipped: 0 })
  const labels = (rows: typeof before) => rows.map((row) => ({ ...row, labels: null }))
  expect(labels(await state())).toEqual(labels(before))
})

test('hidden games leave the lists, published ones join them', async () => {
  const { id } = await createGame()
  await run('hide', { ids: [id] }, { reason: 'Test' })
  expect(await listNewestGames({ limit: 5 })).toEqual([])
  expect(await findManagedGame(id)).toMatchObject({ status: 'hidden', status_reason: 'Test' })
  await run('publish', { ids: [id] })
  expect(await listNewestGames({ limit: 5 })).toHaveLength(1)
})

test('categories and tags of an action survive imports, and after an undo games follow their feed', async () => {
  const feed = inventedFeed(2)
  const importEntries = (entries: object[]) => {
    const source = path.join(folder, 'feed.json')
    writeFileSync(source, JSON.stringify(entries))
    return importFeed({ provider: 'gamemonetize', source })
  }
  await importEntries(feed)
  const before = await state()
  const { id } = await run('add-category', filter(''), { category: 'Horror' })
  const moved = feed.map((entry) => ({ ...entry, category: 'Soccer', tags: '' }))
  await importEntries(moved)
  expect((await state()).map(({ categories }) => categories.at(-1))).toEqual(['Horror', 'Horror'])
  expect(await undo(id)).toMatchObject({ restored: 2, skipped: 0 })
  expect((await state()).map(({ categories, overrides }) => [categories, overrides])).toEqual([
    [['Soccer'], null],
    [['Soccer'], null],
  ])
  await importEntries(feed)
  expect((await state()).map(({ categories }) => categories)).toEqual(before.map(({ categories }) => categories))
})

test.each([
  ['an uploaded game', '/play/v7/'],
  ['a game added by URL', 'https://games.example/'],
])('%s has no feed, so an action stores no value of one, and its undo restores the game', async (_, url) => {
  const { id } = await createGame({ provider: 'own', url, categories: ['Car'], tags: ['Old'] })
  const before = await state()
  const added = await run('add-category', { ids: [id] }, { category: 'Puzzle' })
  const tagged = await run('add-tag', { ids: [id] }, { tag: 'New' })
  expect(await state()).toMatchObject([{ categories: ['Car', 'Puzzle'], tags: ['Old', 'New'], overrides: null }])
  expect(await run('reset', { ids: [id] })).toMatchObject({ changed: 0 })
  expect(await undo(tagged.id)).toMatchObject({ restored: 1 })
  expect(await undo(added.id)).toMatchObject({ restored: 1 })
  expect(await state()).toEqual(before)
})

test('an included game has the values of its release, which an action preserves', async () => {
  const { id } = await createGame({ provider: 'own', url: '/play/lamps/', categories: ['Car'] })
  await run('add-category', { ids: [id] }, { category: 'Puzzle' })
  expect(await state()).toMatchObject([{ categories: ['Car', 'Puzzle'], overrides: { categories: ['Car'] } }])
})

test('a reset writes the feed’s values, of one field or of all', async () => {
  const { id } = await createGame({ title: 'Mine', categories: ['Car'], imageUrl: null })
  await database().execute(sql`
    insert into game_overrides (game_id, field, feed_value) values
      (${id}, 'title', '"Theirs"'), (${id}, 'categories', '["Pool"]'), (${id}, 'url', '"https://theirs/"'),
      (${id}, 'image_url', '"/play/x/picture-640.webp"')`)
  await run('reset', { ids: [id] }, { field: 'title' })
  expect(await findManagedGame(id)).toMatchObject({ title: 'Theirs', categories: ['Car'] })
  await run('hide', { ids: [id] }, { reason: 'Test' })
  await run('reset', { ids: [id] })
  expect(await findManagedGame(id)).toMatchObject({ categories: ['Pool'], url: 'https://theirs/', overrides: {} })
  const { rows } = await database().execute(sql`select url, held_url, image_small_url from games`)
  expect(rows).toEqual([{ url: null, held_url: 'https://theirs/', image_small_url: '/play/x/picture-320.webp' }])
})

test('publishing quarantined games dismisses the evidence against them', async () => {
  const [one, other] = await createGames(
    (['quarantined', 'pending'] as const).map((status) => ({ status, url: null, heldUrl: 'https://games.example/1' })),
  )
  const ids = [one!.id, other!.id]
  await database()
    .insert(gameHealth)
    .values(
      ids.map((gameId) => ({
        gameId,
        host: 'games.example',
        outcome: 'gone' as const,
        times: 2,
        nextCheckAt: new Date(),
      })),
    )
  expect(await run('publish', { ids })).toMatchObject({ changed: 2 })
  const health = await database().select().from(gameHealth).orderBy(gameHealth.gameId)
  expect(health.map(({ times }) => times)).toEqual([0, 2])
})

test('an undo skips games that were edited since, and counts them', async () => {
  const ids = (await createGames([{}, {}, {}, {}])).map(({ id }) => id)
  const { id } = await run('feature', { ids })
  // A check changes nothing.
  const acts = { changed: ids[0], checked: ids[3] } as const
  for (const act of ['changed', 'checked'] as const)
    await database().transaction((tx) => logAct(tx, { by: operator, act, on: { kind: 'game', id: String(acts[act]) } }))
  await database().execute(sql`update games set is_featured = false where id = ${ids[1]}`)
  const later = await run('hide', { ids: [ids[2]!] }, { reason: 'Test' })
  expect(await undo(id)).toMatchObject({ restored: 1, skipped: 3 })
  expect((await state()).map(({ is_featured }) => is_featured)).toEqual([true, false, true, false])
  expect(await undo(later.id)).toMatchObject({ restored: 1, skipped: 0 })
})

test('an undo is possible once, and for ten minutes', async () => {
  const { id: game } = await createGame()
  const { id } = await run('feature', { ids: [game] })
  await database().execute(sql`update bulk_actions set finished_at = now() - interval '11 minutes'`)
  expect(await undoBulkAction(operator, id)).toMatchObject({ outcome: 'forbidden' })
  expect(await listOpenActions(operator.id)).toEqual([])
  await database().execute(sql`update bulk_actions set finished_at = now() - interval '9 minutes'`)
  expect(await listOpenActions(operator.id)).toMatchObject([{ id, state: 'done' }])
  await undo(id)
  expect(await undoBulkAction(operator, id)).toMatchObject({ outcome: 'forbidden' })
  expect(await undoBulkAction(operator, 999)).toEqual({ outcome: 'gone' })
})

test('nothing runs if the number of games is not the one that was confirmed', async () => {
  await createGames([{}, {}])
  const start = { operator, action: 'hide' as const, options: { reason: 'Test' }, picked: filter('status=published') }
  expect(await startBulkAction({ ...start, confirmed: 3 })).toEqual({ count: 2 })
  expect(await startBulkAction({ ...start, picked: { ids: [] }, confirmed: 0 })).toEqual({ count: 0 })
  expect((await state()).map(({ status }) => status)).toEqual(['published', 'published'])
  expect((await listAuditLog(null)).entries).toEqual([])
})

test('an action is one entry of the audit log, with the number of changed games, filter and titles', async () => {
  const made = await createGames(Array.from({ length: 9 }, (_, at) => ({ title: `Game ${at}`, provider: 'own' })))
  // These are hidden already.
  await run('hide', { ids: [made[0]!.id, made[8]!.id] }, { reason: 'Test' })
  await database().execute(sql`truncate operator_acts restart identity`)
  const picked = filter('provider=own&sort=title')
  const { id } = await run('hide', picked, { reason: 'Casino' })
  await database().execute(sql`update games set status = 'pending' where id = ${made[1]!.id}`)
  await undo(id)
  const { entries } = await listAuditLog(null)
  expect(entries).toMatchObject([
    {
      act: 'undone',
      onKind: 'games',
      onId: String(id),
      why: 'Undid: 7 games hidden (Provider: Own games). 6 games restored, 1 skipped because they changed since',
    },
    {
      who: operator.username,
      act: 'hidden',
      onKind: 'games',
      onId: String(id),
      why: '7 of 9 games (Provider: Own games): Game 7, Game 6, Game 5, Game 4, Game 3 and 2 more. Reason: Casino',
    },
  ])
  expect(await findStartedAction(id)).toMatchObject({
    query: gamesQueryText('query' in picked ? picked.query : {}),
    who: operator.username,
    titles: ['Game 7', 'Game 6', 'Game 5'],
  })
})

test('its operator closes the notice of an action, which comes back once the action is undone', async () => {
  const { id: game } = await createGame()
  const { id } = await run('feature', { ids: [game] })
  const other = (await createPlayer({ role: 'operator' })) as unknown as Player
  expect(await dismissBulkAction(other, id)).toEqual({ outcome: 'gone' })
  expect(await dismissBulkAction(operator, id)).toEqual({ outcome: 'done' })
  expect(await listOpenActions(operator.id)).toEqual([])
  await undo(id)
  expect(await listOpenActions(operator.id)).toMatchObject([{ id, state: 'undone' }])
  await database().execute(sql`update bulk_actions set undone_at = null`)
  expect(await dismissBulkAction(operator, id), 'its undo runs').toEqual({ outcome: 'gone' })
})

const HELD = [
  { title: 'Pirate Slots', statusReason: 'Rule: Gambling' },
  { title: 'Drunken Duel', statusReason: 'Rule: Alcohol' },
  { title: 'Snail Road', statusReason: '' },
].map((game) => ({ ...game, status: 'pending' as const, url: null, heldUrl: 'https://x/' }))

test.each(['picked one by one', 'found by a filter'])(
  'publishing leaves out games that rules hold, %s',
  async (how) => {
    const ids = (await createGames(HELD)).map(({ id }) => id)
    const picked = how === 'found by a filter' ? filter('status=pending') : { ids }
    const held = await countHeld(picked)
    expect(held.count).toBe(2)
    expect(held.games.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
      { title: 'Drunken Duel', rule: 'Alcohol' },
      { title: 'Pirate Slots', rule: 'Gambling' },
    ])
    const { id } = await run(
      'publish',
      picked,
      optionsOf('publish', bulkRulesOf('publish').parse({ held: '2', leaveOut: '1' })),
    )
    const statuses = async () => (await state()).map(({ status, status_reason }) => [status, status_reason])
    const before = [
      ['pending', 'Rule: Gambling'],
      ['pending', 'Rule: Alcohol'],
    ]
    expect(await statuses()).toEqual([...before, ['published', '']])
    expect(await undo(id)).toMatchObject({ restored: 1, skipped: 0 })

    await run('publish', picked, optionsOf('publish', bulkRulesOf('publish').parse({ held: '2' })))
    expect(await statuses()).toEqual(Array(3).fill(['published', '']))
    expect(await countHeld(picked)).toEqual({ count: 0, games: [] })
  },
)

test('a game that a rule holds only after the confirmation is left out', () => {
  expect(optionsOf('publish', bulkRulesOf('publish').parse({ held: '0' }))).toEqual({ leavesOutRuled: true })
})
