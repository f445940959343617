import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame } from '../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { feedGames, feedRuns, feeds } from '../../db/schema/feeds.server.ts'
import { games } from '../../db/schema/games.server.ts'
import { auditLog } from '../../db/schema/operators.server.ts'
import { type Job, workOn } from '../../server/jobs/jobs.server.ts'
import { deletingFiles } from '../../server/files/delete-files.server.ts'
import { storage } from '../../server/files/storage.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { setArrangement } from '../arrangement/arrangement.ts'
import { readFeedUpload, withFeedFile } from './feed-files.server.ts'
import { findFeed } from './find-feed.server.ts'
import { listFeeds } from './list/list-feeds.server.ts'
import { changeFeed, changeRules, createFeed, deleteFeed, type FeedSettings } from './save-feed.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-feeds-'))

beforeAll(async () => {
  process.env.DATA_DIR = folder
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator', username: 'mara_v' })) as unknown as Player
  await workOn([deletingFiles] as readonly object[] as readonly Job[])
})
beforeEach(() => database().execute(sql`truncate feeds, operator_acts, games restart identity cascade`))
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

const SETTINGS: FeedSettings = {
  name: 'Arcade',
  provider: 'gamemonetize',
  address: 'https://feeds.example/games.json?key=secret',
  fileKey: null,
  fileName: null,
  options: {},
  schedule: 'daily',
  mode: 'review',
  usesDefaultRules: true,
  delistDays: 14,
}

async function create(over: Partial<FeedSettings> = {}): Promise<number> {
  const created = await createFeed(operator, { ...SETTINGS, ...over })
  if ('taken' in created) throw new Error(`Taken: ${created.taken}`)
  return created.id
}

const log = async () =>
  (await database().select().from(auditLog).orderBy(auditLog.id)).map(({ act, onId, why }) => ({ act, onId, why }))

/** Waits until no due job deletes files. */
const deletionsRan = () =>
  expect
    .poll(async () => {
      const { rows } = await database().execute(sql`
        select from jobs.job where name = ${deletingFiles.queue.name} and state <> 'completed' and start_after <= now()`)
      return rows.length
    })
    .toBe(0)

/** Uploads a feed, and returns its key. */
async function upload(content: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([content]), 'games.json')
  const request = new Request('http://playhall.example/', { method: 'POST', body: form })
  return (await readFeedUpload(request)).stored!.key
}

test('a new feed runs a period later, and the audit log has its settings without the key in its address', async () => {
  const id = await create()
  const feed = await findFeed(id)
  expect(feed).toMatchObject({ name: 'Arcade', schedule: 'daily', version: 1, games: 0 })
  const hours = (feed.nextRunAt!.getTime() - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThan(24.1)
  expect(await log()).toEqual([
    {
      act: 'added',
      onId: String(id),
      why: 'Name: Arcade, Provider: gamemonetize, Address: https://feeds.example/games.json, Schedule: Daily, New games are held for review, With the default rules, Delisted after 14 days, Without ids',
    },
  ])
  const [listed] = await listFeeds()
  expect(listed).toMatchObject({ id, name: 'Arcade', games: 0, run: null })
})

test('no two feeds share a name, or an address at one provider', async () => {
  const id = await create()
  expect(await createFeed(operator, { ...SETTINGS, address: 'https://other.example/' })).toEqual({ taken: 'name' })
  expect(await createFeed(operator, { ...SETTINGS, name: 'Other' })).toEqual({ taken: 'address' })
  const other = await create({ name: 'Other', provider: 'famobi' })
  const { provider: _provider, ...settings } = SETTINGS
  const target = { operator, id: other, version: 1 }
  expect(await changeFeed(target, settings)).toEqual({ taken: 'name' })
  expect(await changeFeed({ ...target, id }, { ...settings, mode: 'publish' })).toEqual({ outcome: 'done' })
})

test('a source that only the command has read becomes a feed with its games', async () => {
  const { address } = SETTINGS
  const [known] = await database()
    .insert(feeds)
    .values({ name: 'games.json', provider: 'gamemonetize', address, isSaved: false })
    .returning()
  const game = await createGame({ provider: 'gamemonetize' })
  await database().insert(feedGames).values({ feedId: known!.id, gameId: game.id, runId: 1 })
  expect(await listFeeds()).toEqual([])
  const other = await create({ name: 'Other', address: 'https://other.example/' })
  const changed = await changeFeed({ operator, id: other, version: 1 }, { ...SETTINGS, name: 'Other' })
  expect(changed).toEqual({ taken: 'imported' })
  await database().delete(feeds).where(eq(feeds.id, other))
  expect(await create()).toBe(known!.id)
  expect(await listFeeds()).toMatchObject([{ name: 'Arcade', games: 1 }])
})

test('the second of two editors is refused, and the log has what the first has changed', async () => {
  const id = await create()
  const { provider: _provider, ...settings } = SETTINGS
  const target = { operator, id, version: 1 }
  expect(await changeFeed(target, { ...settings, schedule: 'off', delistDays: 1 })).toEqual({ outcome: 'done' })
  expect(await findFeed(id)).toMatchObject({ schedule: 'off', nextRunAt: null, delistDays: 1, version: 2 })
  expect(await changeFeed(target, settings)).toEqual({ outcome: 'changed' })
  expect(await changeRules(target, [], 'Rule removed')).toEqual({ outcome: 'changed' })
  expect(await deleteFeed(target)).toEqual({ outcome: 'changed' })
  expect((await log()).at(-1)).toEqual({
    act: 'changed',
    onId: String(id),
    why: 'Schedule: Off, Delisted after 1 day',
  })
  const rule = { name: 'Slots', when: { words: ['slots'] }, set: { status: 'hidden' as const } }
  expect(await changeRules({ ...target, version: 2 }, [rule], 'Rule Slots added')).toEqual({ outcome: 'done' })
  expect((await findFeed(id)).rules).toEqual([rule])

  const filing = { ...rule, set: { category: 'Car' } }
  await changeRules({ ...target, version: 3 }, [filing], 'Rule Slots changed')
  const renamed = { slug: 'car', name: 'Vehicles', description: '', isInMenu: true, isHidden: false, mergedInto: null }
  setArrangement({ categories: [renamed] })
  const { rules } = await findFeed(id)
  setArrangement({})
  expect(rules, 'with the current name').toEqual([{ ...rule, set: { category: 'Vehicles' } }])
})

test('the next run keeps its time if only other settings change', async () => {
  const id = await create()
  const next = new Date(Date.now() + 3_600_000)
  await database().update(feeds).set({ nextRunAt: next })
  const { provider: _provider, ...settings } = SETTINGS
  await changeFeed({ operator, id, version: 1 }, { ...settings, mode: 'publish' })
  expect((await findFeed(id)).nextRunAt).toEqual(next)
})

test('an uploaded file is stored, and deleted when the last feed that uses it is deleted or gets another file', async () => {
  const first = await upload('{"games": []}')
  const second = await upload('[]')
  const read = (key: string) => withFeedFile(key, async (file) => readFileSync(file, 'utf8'))
  expect([await read(first), await read(second)]).toEqual(['{"games": []}', '[]'])
  await expect(read('feed_files/../../etc/passwd.gz')).rejects.toThrow('is not an uploaded file')

  const source = { address: null, fileKey: first, fileName: 'games.json' }
  const id = await create(source)
  // Saved from the same form after going back in the browser.
  const other = await create({ ...source, name: 'Other' })
  const { provider: _provider, ...settings } = SETTINGS
  await changeFeed({ operator, id, version: 1 }, { ...settings, ...source, fileKey: second })
  await deletionsRan()
  expect(await storage().has(first), 'the other feed uses it').toBe(true)
  expect(await deleteFeed({ operator, id: other, version: 1 })).toEqual({ outcome: 'done' })
  await deletionsRan()
  expect([await storage().has(first), await storage().has(second)]).toEqual([false, true])
  await expect(read(first)).rejects.toThrow('was deleted. Upload it again')
  expect(await deleteFeed({ operator, id, version: 2 })).toEqual({ outcome: 'done' })
  await deletionsRan()
  expect(await storage().has(second)).toBe(false)
})

test('a file above 50 MB is refused, and nothing of it stays', async () => {
  await expect(upload('x'.repeat((50 << 20) + 1))).rejects.toMatchObject({ status: 413 })
  expect(readdirSync(path.join(folder, 'temporary'))).toEqual([])
})

test('a feed with a run under way is not deleted; afterwards its games stay', async () => {
  const id = await create()
  const game = await createGame({ provider: 'gamemonetize' })
  await database().insert(feedGames).values({ feedId: id, gameId: game.id })
  const [run] = await database().insert(feedRuns).values({ feedId: id, startedBy: 'operator' }).returning()
  const target = { operator, id, version: 1 }
  expect(await deleteFeed(target)).toMatchObject({ outcome: 'forbidden' })
  await database().update(feedRuns).set({ state: 'planned' }).where(eq(feedRuns.id, run!.id))
  expect(await deleteFeed(target)).toEqual({ outcome: 'done' })
  expect(await listFeeds()).toEqual([])
  expect(await database().select().from(games)).toMatchObject([{ id: game.id, status: 'published' }])
  expect((await log()).at(-1)).toMatchObject({ act: 'deleted', onId: String(id) })
  await expect(findFeed(id)).rejects.toMatchObject({ init: { status: 404 } })
})
