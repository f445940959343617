import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { database } from '../../db/connection.server.ts'
import { gameCategories, gameTags } from '../../db/schema/game-listings.server.ts'
import { gameViewDays, gameViewMarks, gameViews } from '../../db/schema/games.server.ts'
import { gameDays } from '../../db/schema/game-management.server.ts'
import { CLIENT_ADDRESS_HEADER } from '../../server/http/client-address.server.ts'
import { runClosers } from '../../server/http/shutdown.server.ts'
import { countFailure, countView, writeFailures, writeViews } from './count-views.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-views-'))
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  process.env.DATA_DIR = folder
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterEach(writeViews)
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

/** Returns the request with which a visitor's browser reports that a game has loaded. */
const report = (address = '192.0.2.1', browser = 'Firefox/145.0') =>
  reportOf(address, `Mozilla/5.0 (X11; Linux x86_64) ${browser}`)

const reportOf = (address: string, agent: string) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { [CLIENT_ADDRESS_HEADER]: address, 'user-agent': agent },
  })

const viewsOf = async (id: number) =>
  (await database().select().from(gameViews).where(eq(gameViews.gameId, id)))[0]?.views

const ageMarks = (minutes: number) =>
  database().execute(sql`update game_view_marks set seen_at = seen_at - make_interval(mins => ${minutes})`)

test('a view counts once its batch is written', async () => {
  const { id } = await createGame({ views: 41 })
  countView(report(), id)
  expect(await viewsOf(id)).toBe(41)
  await writeViews()
  expect(await viewsOf(id)).toBe(42)
})

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'WhatsApp/2.23.20.0',
])('a crawler or link preview does not count as a view: %s', async (agent) => {
  const { id } = await createGame({ views: 41 })
  countView(reportOf('192.0.2.9', agent), id)
  await writeViews()
  expect(await viewsOf(id)).toBe(41)
})

test('a visitor counts once per game every 30 minutes', async () => {
  const { id } = await createGame()
  const view = async () => {
    countView(report(), id)
    countView(report(), id)
    await writeViews()
  }
  await view()
  await view()
  expect(await viewsOf(id)).toBe(1)
  await ageMarks(29)
  await view()
  expect(await viewsOf(id)).toBe(1)
  await ageMarks(2)
  await view()
  expect(await viewsOf(id)).toBe(2)
  await view()
  expect(await viewsOf(id)).toBe(2)
})

test('a visitor who returns after more than an hour counts again, and old marks are deleted', async () => {
  const { id } = await createGame()
  countView(report('192.0.2.1'), id)
  countView(report('192.0.2.2'), id)
  await writeViews()
  await ageMarks(61)
  countView(report('192.0.2.1'), id)
  await writeViews()
  expect(await viewsOf(id)).toBe(3)
  expect(await database().select().from(gameViewMarks)).toHaveLength(1)
})

test('other games, addresses and browsers are counted separately', async () => {
  const [one, other] = [await createGame(), await createGame()]
  countView(report(), one.id)
  countView(report(), other.id)
  countView(report('192.0.2.2'), one.id)
  countView(report('192.0.2.1', 'Chrome/142.0'), one.id)
  await writeViews()
  expect([await viewsOf(one.id), await viewsOf(other.id)]).toEqual([3, 1])
})

test('addresses of one IPv6 network count as one visitor', async () => {
  const { id } = await createGame()
  countView(report('2001:db8:1:2:aaaa::1'), id)
  countView(report('2001:db8:1:2:bbbb::9'), id)
  countView(report('2001:db8:1:3::1'), id)
  await writeViews()
  expect(await viewsOf(id)).toBe(2)
})

test('an address counts at most ten views of a game per UTC day, with any number of user agents', async () => {
  const [one, other] = [await createGame(), await createGame()]
  for (const browsers of [4, 8, 20]) {
    for (let at = 0; at < browsers; at++) countView(report('192.0.2.1', `Browser ${browsers}.${at}`), one.id)
    await writeViews()
  }
  expect(await viewsOf(one.id)).toBe(10)
  countView(report('192.0.2.1', 'Browser 4.0'), other.id)
  countView(report('192.0.2.2', 'Browser 4.0'), one.id)
  await writeViews()
  expect([await viewsOf(one.id), await viewsOf(other.id)]).toEqual([11, 1])
  await database().execute(sql`update game_view_days set day = day - 1`)
  countView(report('192.0.2.1', 'Browser of the next day'), one.id)
  await writeViews()
  expect(await viewsOf(one.id)).toBe(12)
  expect(await database().select().from(gameViewDays)).toHaveLength(1)
})

test('fifty concurrent batches from one address with different user agents add ten views', async () => {
  const { id } = await createGame()
  const batches = Array.from({ length: 50 }, (_, at) => {
    countView(report('192.0.2.1', `Browser ${at}`), id)
    return writeViews()
  })
  await Promise.all(batches)
  expect(await viewsOf(id)).toBe(10)
})

const daysOf = async (id: number) =>
  (await database().select().from(gameDays).where(eq(gameDays.gameId, id))).map(({ plays, failures }) => [
    plays,
    failures,
  ])

test('views that count are plays of the day', async () => {
  const { id } = await createGame()
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
    countView(report(address), id)
    await writeViews()
  }
  expect(await daysOf(id)).toEqual([[2, 0]])
})

test('failed starts count for themselves, with the limits of views', async () => {
  const { id } = await createGame()
  countView(report(), id)
  for (let at = 0; at < 14; at++) {
    countFailure(report('192.0.2.1', `Browser ${at}`), id)
    countFailure(report('192.0.2.1', `Browser ${at}`), id)
    await writeFailures()
  }
  countFailure(reportOf('192.0.2.9', 'Mozilla/5.0 (compatible; Googlebot/2.1)'), id)
  countFailure(report(), 999_999)
  await Promise.all([writeViews(), writeFailures()])
  expect(await daysOf(id)).toEqual([[1, 10]])
  expect(await viewsOf(id)).toBe(1)
})

test('no address is stored', async () => {
  const { id } = await createGame()
  countView(report('192.0.2.77', 'Some Browser'), id)
  await writeViews()
  const [mark] = await database().select().from(gameViewMarks)
  const [ofDay] = await database().select().from(gameViewDays)
  expect(mark?.visitor).toMatch(/^[\w-]{22}$/)
  expect(ofDay?.address).toMatch(/^[\w-]{22}$/)
  expect(ofDay?.address).not.toBe(mark?.visitor)
})

test('fifty visitors in concurrent batches count fifty views', async () => {
  const { id } = await createGame({ categories: ['Car'], tags: ['fun'] })
  const batches = Array.from({ length: 50 }, (_, at) => {
    countView(report(`192.0.2.${at}`), id)
    return writeViews()
  })
  await Promise.all(batches)
  expect(await viewsOf(id)).toBe(50)
  expect(await database().select().from(gameCategories)).toMatchObject([{ views: 50 }])
})

test('one visitor in fifty concurrent batches counts one view', async () => {
  const { id } = await createGame()
  const batches = Array.from({ length: 50 }, () => {
    countView(report(), id)
    return writeViews()
  })
  await Promise.all(batches)
  expect(await viewsOf(id)).toBe(1)
})

test('listings get the new view counts', async () => {
  const { id } = await createGame({ categories: ['Car', 'Pool'], tags: ['fun', '3D'], views: 9 })
  const other = await createGame({ categories: ['Car'], tags: ['fun'], views: 3 })
  countView(report(), id)
  await writeViews()
  const inCategories = await database().select().from(gameCategories)
  const inTags = await database().select().from(gameTags)
  expect(inCategories.filter(({ gameId }) => gameId === id).map(({ views }) => views)).toEqual([10, 10])
  expect(inTags.filter(({ gameId }) => gameId === id).map(({ views }) => views)).toEqual([10, 10])
  expect([...inCategories, ...inTags].filter(({ gameId }) => gameId === other.id).map(({ views }) => views)).toEqual([
    3, 3,
  ])
})

test('a game that is not public gets no views', async () => {
  const { id } = await createGame({ views: 41, status: 'pending', url: null })
  countView(report(), id)
  await writeViews()
  expect(await viewsOf(id)).toBe(41)
})

test('an unknown game does not affect others in its batch', async () => {
  const { id } = await createGame()
  countView(report(), 999_999_999)
  countView(report(), id)
  await writeViews()
  expect(await viewsOf(id)).toBe(1)
})

test('views stay buffered while the database is down, and are written later', async () => {
  const { id } = await createGame()
  countView(report(), id)
  await database().execute(sql`alter table game_view_marks rename to game_view_marks_away`)
  await expect(writeViews()).rejects.toThrow('game_view_marks')
  await database().execute(sql`alter table game_view_marks_away rename to game_view_marks`)
  countView(report('192.0.2.2'), id)
  await writeViews()
  expect(await viewsOf(id)).toBe(2)
})

test('no statement writes or deletes too many rows, so that none runs out of time', async () => {
  const { id } = await createGame()
  await database().execute(sql`
    insert into game_view_days (day, address, game_id, views)
    select (now() at time zone 'utc')::date - 1, n::text, ${id}::int, 1 from generate_series(1, 3000) n`)
  await database().execute(sql`
    insert into game_view_marks (visitor, game_id, seen_at)
    select n::text, ${id}::int, now() - interval '2 hours' from generate_series(1, 3000) n`)
  const oldRows = async () => {
    const { rows } = await database().execute<{ days: number; marks: number }>(sql`
      select (select count(*)::int from game_view_days where day < (now() at time zone 'utc')::date) as days,
        (select count(*)::int from game_view_marks where seen_at < now() - interval '1 hour') as marks`)
    return rows[0]
  }
  countView(report(), id)
  await writeViews()
  expect(await oldRows()).toEqual({ days: 1000, marks: 1000 })
  for (let at = 0; at < 1500; at++) countView(report(`198.51.${at % 250}.${Math.floor(at / 250)}`), id)
  await writeViews()
  expect(await oldRows()).toEqual({ days: 0, marks: 0 })
  expect(await viewsOf(id)).toBe(1501)
  // All marks of a statement have the same time.
  const { rows } = await database().execute(sql`
    select count(*)::int as marks from game_view_marks group by seen_at order by seen_at`)
  expect(rows).toEqual([{ marks: 1 }, { marks: 1000 }, { marks: 500 }])
})

test('buffered views are written when the portal stops', async () => {
  const { id } = await createGame()
  countView(report(), id)
  await runClosers((name, error) => expect.unreachable(`${name}: ${String(error)}`))
  expect(await viewsOf(id)).toBe(1)
})

test('buffered views are written after 5 seconds', async () => {
  const { id } = await createGame()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  countView(report(), id)
  vi.advanceTimersByTime(5000)
  vi.useRealTimers()
  await expect.poll(() => viewsOf(id)).toBe(1)
})
