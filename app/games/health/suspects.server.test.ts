import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { prepared } from '../../db/query.server.ts'
import { gameHealth, gameProblemMarks, gameReports, type ReportReason } from '../../db/schema/game-health.server.ts'
import { gameDays } from '../../db/schema/game-management.server.ts'
import { CLIENT_ADDRESS_HEADER } from '../../server/http/client-address.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import {
  countFailure,
  countShortVisit,
  countView,
  writeFailures,
  writeShortVisits,
  writeViews,
} from '../catalogue/count-views.server.ts'
import { dismissWarnings } from './console/act-on-broken.server.ts'
import { describeEvidence } from './console/evidence.ts'
import { findEvidence } from './console/list-broken-games.server.ts'
import { reportGame } from './reports/report-game.server.ts'
import { BROKEN_GAMES, refreshAllSuspects } from './suspects.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-suspects-'))
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player

beforeAll(async () => {
  process.env.DATA_DIR = folder
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
})
beforeEach(async () => {
  await emptyCatalogue()
  await database().execute(sql`truncate attempts, game_hosts`)
})
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

const requestOf = (address: string, agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0') =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { [CLIENT_ADDRESS_HEADER]: address, 'user-agent': agent },
  })

/** Counts this many visitors, each at a separate address. */
const visitors = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => requestOf(`192.0.2.${from + at}`))

const play = async (id: number, count: number) => {
  for (const request of visitors(count, 100)) countView(request, id)
  await writeViews()
}
const fail = async (id: number, count: number) => {
  for (const request of visitors(count)) countFailure(request, id)
  await writeFailures()
}
const leave = async (id: number, count: number) => {
  for (const request of visitors(count, 100)) countShortVisit(request, id)
  await writeShortVisits()
}
const report = async (id: number, count: number, reason: ReportReason = 'does not load') => {
  for (const request of visitors(count)) expect(await reportGame(request, id, reason)).toBe(0)
}

const isSuspect = async (id: number) => {
  await refreshAllSuspects()
  const [row] = await database().select().from(gameHealth).where(eq(gameHealth.gameId, id))
  return Boolean(row?.suspectAt)
}
const reportsOf = async (id: number) =>
  (await database().select().from(gameReports).where(eq(gameReports.gameId, id))).map(({ reason, reports }) => [
    reason,
    reports,
  ])
const later = (days: number) =>
  database().execute(sql`update game_problem_marks set seen_at = seen_at - make_interval(days => ${days})`)

test('a game is suspect if more than half of at least ten starts failed', async () => {
  const [half, more, few] = [await createGame(), await createGame(), await createGame()]
  await play(half.id, 5)
  await fail(half.id, 5)
  await play(more.id, 5)
  await fail(more.id, 6)
  await play(few.id, 1)
  await fail(few.id, 8)
  expect([await isSuspect(half.id), await isSuspect(more.id), await isSuspect(few.id)]).toEqual([false, true, false])
  expect(await prepared('count-broken', `select ${BROKEN_GAMES} as count`)).toEqual([{ count: 1 }])
  expect(describeEvidence((await findEvidence(more.id))!)).toEqual([
    { text: 'Failed to start for 6 visitors, played by 5 visitors in seven days', isClear: true },
  ])
})

test('a game is suspect if more than four in five of at least twenty visits are short', async () => {
  const [most, some, few] = [await createGame(), await createGame(), await createGame()]
  await play(most.id, 20)
  await leave(most.id, 17)
  await play(some.id, 20)
  await leave(some.id, 16)
  await play(few.id, 19)
  await leave(few.id, 19)
  expect([await isSuspect(most.id), await isSuspect(some.id), await isSuspect(few.id)]).toEqual([true, false, false])
  expect(describeEvidence((await findEvidence(most.id))!)).toEqual([
    { text: 'Left within ten seconds by 17 visitors, played by 20 visitors in seven days', isClear: true },
  ])
  const [day] = await database().select().from(gameDays).where(eq(gameDays.gameId, most.id))
  expect(day).toMatchObject({ plays: 20, failures: 0, shortVisits: 17 })
})

test('a game is suspect after reports by three visitors', async () => {
  const [three, two] = [await createGame({ provider: 'own', url: '/play/lamps/' }), await createGame()]
  await report(three.id, 2)
  await report(two.id, 2)
  expect(await reportGame(requestOf('198.51.100.7'), three.id, 'offensive')).toBe(0)
  expect([await isSuspect(three.id), await isSuspect(two.id)]).toEqual([true, false])
  expect(describeEvidence((await findEvidence(three.id))!)).toEqual([
    { text: 'Reported: 2 times “It does not load”, once “It is offensive”', isClear: true },
  ])
})

test('one visitor cannot make a game suspect, however often and in whatever browser', async () => {
  const { id } = await createGame()
  await play(id, 2)
  for (let day = 0; day < 7; day++) {
    for (let at = 0; at < 30; at++) {
      const request = requestOf('2001:db8:1:2::1', `Mozilla/5.0 Browser ${day}.${at}`)
      countFailure(request, id)
      countShortVisit(request, id)
      countView(request, id)
    }
    await Promise.all([writeFailures(), writeShortVisits(), writeViews()])
    for (let at = 0; at < 3; at++) await reportGame(requestOf(`2001:db8:1:2::${day}:${at}`), id, 'does not load')
    expect(await isSuspect(id)).toBe(false)
    await database().execute(sql`update game_days set day = day - 1`)
    await database().execute(sql`update game_view_days set day = day - 1`)
    await database().execute(sql`update game_view_marks set seen_at = seen_at - interval '1 day'`)
    await database().execute(sql`truncate attempts`)
    await later(1)
  }
  expect(await database().select().from(gameProblemMarks)).toHaveLength(6)
  expect(await reportsOf(id)).toEqual([['does not load', 7]])
})

test('one visitor cannot hide evidence by many plays, in whatever browsers and on however many days', async () => {
  const [failing, left] = [await createGame(), await createGame()]
  await fail(failing.id, 11)
  await play(left.id, 20)
  await leave(left.id, 17)
  for (let day = 0; day < 6; day++) {
    for (let at = 0; at < 10; at++)
      for (const { id } of [failing, left])
        countView(requestOf('2001:db8:1:2::1', `Mozilla/5.0 Browser ${day}.${at}`), id)
    await writeViews()
    await database().execute(sql`update game_days set day = day - 1`)
    await database().execute(sql`update game_view_days set day = day - 1`)
    await database().execute(sql`update game_view_marks set seen_at = seen_at - interval '1 day'`)
  }
  expect([await isSuspect(failing.id), await isSuspect(left.id)]).toEqual([true, true])
  expect(describeEvidence((await findEvidence(failing.id))!)).toEqual([
    { text: 'Failed to start for 11 visitors, played by 1 visitor in seven days', isClear: true },
  ])
})

test('a game that many play is not suspect, and is no candidate by plays alone', async () => {
  const { id } = await createGame()
  await play(id, 60)
  await fail(id, 20)
  await leave(id, 20)
  expect(await isSuspect(id)).toBe(false)
  expect((await findEvidence(id))!.players).toBe(40)
  expect(describeEvidence((await findEvidence(id))!)[0]!.text).toBe(
    'Failed to start for 20 visitors, played 60 times in seven days',
  )
})

test('a visitor for whom nothing starts is no evidence against more than twenty games', async () => {
  const games = []
  for (let at = 0; at < 25; at++) games.push(await createGame())
  for (const { id } of games) {
    countFailure(requestOf('192.0.2.1'), id)
    await writeFailures()
  }
  expect(await database().select().from(gameProblemMarks)).toHaveLength(20)
  const days = await database().select().from(gameDays)
  expect(days.map(({ failures }) => failures)).toEqual(Array.from({ length: 25 }, () => 1))
})

test('evidence expires, and a game is then no longer suspect', async () => {
  const [failing, reported] = [await createGame(), await createGame()]
  await fail(failing.id, 12)
  await report(reported.id, 3)
  expect([await isSuspect(failing.id), await isSuspect(reported.id)]).toEqual([true, true])
  await later(8)
  expect([await isSuspect(failing.id), await isSuspect(reported.id)]).toEqual([false, true])
  await later(23)
  expect(await isSuspect(reported.id)).toBe(false)
  expect(await database().select().from(gameProblemMarks)).toEqual([])
})

test('after a warning is dismissed, only new evidence counts', async () => {
  const { id } = await createGame()
  await fail(id, 12)
  await report(id, 3)
  expect(await isSuspect(id)).toBe(true)
  expect(await dismissWarnings(operator, [id])).toMatchObject({ outcome: 'done', message: '1 warning dismissed' })
  expect(await isSuspect(id)).toBe(false)
  expect(await reportsOf(id)).toEqual([])
  expect(describeEvidence((await findEvidence(id))!)).toEqual([])
  await database().execute(sql`update game_view_marks set seen_at = seen_at - interval '1 hour'`)
  await fail(id, 11)
  expect(await isSuspect(id)).toBe(true)
})

test('reports of an address count once a day, and ten reports an hour are allowed', async () => {
  const [one, other] = [await createGame(), await createGame()]
  const request = requestOf('192.0.2.1')
  expect(await reportGame(request, one.id, 'other')).toBe(0)
  expect(await reportGame(requestOf('192.0.2.1', 'Another browser'), one.id, 'offensive')).toBe(0)
  await reportGame(request, other.id, 'asks for money')
  expect([await reportsOf(one.id), await reportsOf(other.id)]).toEqual([[['other', 1]], [['asks for money', 1]]])
  await later(2)
  await reportGame(request, one.id, 'other')
  expect(await reportsOf(one.id)).toEqual([['other', 2]])
  const rest = []
  for (let at = 0; at < 8; at++) rest.push(await reportGame(request, other.id, 'other'))
  expect(rest.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0])
  expect(rest[6]).toBeGreaterThan(0)
})

test('no address is stored, and a hash differs from game to game', async () => {
  const [one, other] = [await createGame(), await createGame()]
  for (const { id } of [one, other]) {
    countFailure(requestOf('192.0.2.77'), id)
    await reportGame(requestOf('192.0.2.77'), id, 'other')
  }
  await writeFailures()
  const marks = (await database().select().from(gameProblemMarks)).map(({ address }) => address)
  expect(new Set(marks).size).toBe(4)
  for (const mark of marks) expect(mark).toMatch(/^[\w+/-]{22}$/)
})

test('games that are not public are not suspect, and problems with them do not count', async () => {
  const hidden = await createGame({ status: 'hidden', url: null, heldUrl: 'https://host.example/1' })
  await fail(hidden.id, 12)
  await leave(hidden.id, 12)
  expect(await database().select().from(gameProblemMarks)).toEqual([])
  const shown = await createGame()
  await fail(shown.id, 12)
  expect(await isSuspect(shown.id)).toBe(true)
  await database().execute(sql`update games set status = 'hidden', url = null where id = ${shown.id}`)
  expect(await isSuspect(shown.id)).toBe(false)
})

test('games of a host that is down are not suspect', async () => {
  const { id } = await createGame({ url: 'https://down.example/1' })
  await fail(id, 12)
  expect(await isSuspect(id)).toBe(true)
  await database().execute(sql`insert into game_hosts (host, is_down, down_since) values ('down.example', true, now())`)
  expect(await isSuspect(id)).toBe(false)
})
