import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue, type GameOverrides } from '../../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { type CheckOutcome, gameHealth } from '../../../db/schema/game-health.server.ts'
import { games } from '../../../db/schema/games.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { changeStatus } from '../../management/change-status.server.ts'
import { BROKEN_ON_PAGE, readBrokenQuery } from '../health-rules.ts'
import { refreshAllSuspects } from '../suspects.server.ts'
import { checkAgain, dismissWarnings, hideBroken } from './act-on-broken.server.ts'
import { describeEvidence } from './evidence.ts'
import { findEvidence, listBrokenGames, listDownHosts } from './list-broken-games.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-broken-'))
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player
let server: Server
let status = 200
let host: string

beforeAll(async () => {
  process.env.DATA_DIR = folder
  process.env.LOCAL_FEEDS = 'on'
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator', username: 'mara_v' })) as unknown as Player
  server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  status = 200
  await emptyCatalogue()
  await database().execute(sql`truncate operator_acts, bulk_actions, attempts, game_hosts restart identity cascade`)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

/** Creates a game with these results of its last checks. */
const add = async (outcome: CheckOutcome, more: GameOverrides = {}, times = 1) => {
  const { id, url } = await createGame({ url: `http://${host}/lamps`, ...more })
  await database()
    .insert(gameHealth)
    .values({
      gameId: id,
      host: URL.parse(url ?? '')?.host ?? '',
      checkedAt: new Date('2026-11-20T10:00:00Z'),
      outcome,
      detail: outcome === 'gone' ? '404 Not Found' : '200 OK',
      times,
    })
  return id
}
const quarantine = async (id: number) => {
  await database().transaction((tx) => changeStatus(tx, [id], 'quarantined', 'Its address no longer exists'))
  await database().update(gameHealth).set({ statusBefore: 'published' }).where(eq(gameHealth.gameId, id))
}
const list = async (query = '') => {
  await refreshAllSuspects()
  return listBrokenGames(readBrokenQuery(new URLSearchParams(query)))
}
const idsIn = async (query = '') => (await list(query)).games.map(({ id }) => id)
const statusOf = async (id: number) => (await database().select().from(games).where(eq(games.id, id)))[0]?.status
const logged = async () =>
  (await listAuditLog(null)).entries.map(({ who, act, onKind, onId, title, why }) => [
    who,
    act,
    onKind,
    onId,
    title,
    why,
  ])

test('the list has suspect and quarantined games with their evidence, and filters', async () => {
  const suspect = await add('gone', { title: 'Lamps' })
  const quarantined = await add('gone', { url: 'https://one.example/1' }, 2)
  await quarantine(quarantined)
  await add('works')
  const hidden = await add('gone', { status: 'hidden', url: null, heldUrl: 'https://one.example/2' })
  const reported = await add('works')
  await database().execute(sql`insert into game_reports values (${reported}, 'offensive', 1), (${hidden}, 'other', 4)`)
  expect(new Set(await idsIn())).toEqual(new Set([suspect, quarantined]))
  expect(await idsIn('list=suspect')).toEqual([suspect])
  expect(await idsIn('list=quarantined')).toEqual([quarantined])
  expect(await idsIn('list=reported')).toEqual([reported])
  expect(await idsIn('host=ONE.example')).toEqual([quarantined])
  expect(await idsIn('host=nowhere')).toEqual([])
  const [game] = (await list('list=suspect')).games
  expect(game).toMatchObject({ title: 'Lamps', host, status: 'published' })
  expect(describeEvidence(game!.evidence)).toEqual([
    {
      text: 'Checked 20 Nov 2026, 10:00 UTC: the address no longer exists (404 Not Found)',
      isClear: true,
    },
  ])
})

test('pages continue after a game, also if it has left the list meanwhile', async () => {
  for (let at = 0; at < BROKEN_ON_PAGE + 2; at++) await add('gone')
  const first = await list()
  expect(first.games).toHaveLength(BROKEN_ON_PAGE)
  const rest = await list(`after=${first.next}`)
  expect([rest.games.length, rest.next]).toEqual([2, null])
  expect(first.games.some(({ id }) => id === rest.games[0]!.id)).toBe(false)
  await dismissWarnings(operator, [first.next!])
  expect((await list(`after=${first.next}`)).games[0]?.id).toBe(first.games[0]!.id)
})

test('lists that include games that are not suspect are paged, too', async () => {
  const made = await createGames(Array.from({ length: BROKEN_ON_PAGE + 2 }, () => ({ url: `http://${host}/lamps` })))
  const ids = made.map(({ id }) => id)
  await database().execute(sql`
    insert into game_health (game_id, host, outcome, times) select id, ${host}, 'gone', 1 from games`)
  await database().execute(sql`insert into game_hosts (host, is_down) values (${host}, true)`)
  await database().execute(sql`insert into game_reports select game_id, 'other', 1 from game_health`)
  const suspect = ids.pop()!
  await quarantine(suspect)
  for (const query of ['list=reported', `host=${host}`]) {
    const first = await list(query)
    const rest = await list(`${query}&after=${first.next}`)
    expect([...first.games, ...rest.games].map(({ id }) => id)).toEqual([suspect, ...ids])
    expect(rest.next).toBeNull()
  }
})

test('a host that is down is one line, and its games are listed for that host only', async () => {
  const [one, two] = [await add('gone'), await add('gone')]
  await database().execute(
    sql`insert into game_hosts (host, is_down, down_since, detail) values (${host}, true, now(), '404 Not Found')`,
  )
  expect(await idsIn()).toEqual([])
  expect(await listDownHosts()).toMatchObject([{ host, detail: '404 Not Found', games: 2 }])
  expect(new Set(await idsIn(`host=${host}`))).toEqual(new Set([one, two]))
})

test('hiding games is a bulk action with the reason', async () => {
  const [one, two] = [await add('gone', { title: 'Lamps' }), await add('gone', { title: 'Doors' })]
  expect(await hideBroken(operator, [one, two], 'Broken')).toEqual({ outcome: 'done', message: '2 games hidden' })
  expect([await statusOf(one), await statusOf(two)]).toEqual(['hidden', 'hidden'])
  expect(await idsIn()).toEqual([])
  expect(await logged()).toEqual([['mara_v', 'hidden', 'games', '1', null, '2 games: Doors, Lamps. Reason: Broken']])
  expect(await hideBroken(operator, [], 'Broken')).toMatchObject({ outcome: 'forbidden' })
  expect(await hideBroken(operator, [999_999], 'Broken')).toEqual({ outcome: 'gone' })
})

test('dismissing returns a quarantined game, forgets the evidence, and puts off its next check', async () => {
  const id = await add('gone', { title: 'Lamps' }, 2)
  await quarantine(id)
  await database().execute(sql`insert into game_reports values (${id}, 'does not load', 3)`)
  expect(await idsIn()).toEqual([id])
  expect(await dismissWarnings(operator, [id])).toEqual({
    outcome: 'done',
    message: '1 warning dismissed. 1 game public again',
  })
  expect(await statusOf(id)).toBe('published')
  expect(await idsIn()).toEqual([])
  expect(await idsIn('list=reported')).toEqual([])
  const [health] = await database().select().from(gameHealth).where(eq(gameHealth.gameId, id))
  expect(health?.nextCheckAt.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
  expect(await logged()).toEqual([
    ['mara_v', 'warning dismissed', 'game', String(id), 'Lamps', 'Its address no longer exists'],
  ])
  expect(await dismissWarnings(operator, [id, 999_999])).toEqual({ outcome: 'gone' })
})

test('checking again reports what was found, and returns a game that works', async () => {
  const id = await add('gone', { title: 'Lamps' }, 2)
  await quarantine(id)
  status = 404
  expect(await checkAgain(operator, [id])).toEqual({
    outcome: 'done',
    message: 'Lamps: the address no longer exists (404 Not Found)',
    isFault: true,
  })
  expect(await statusOf(id)).toBe('quarantined')
  status = 200
  expect(await checkAgain(operator, [id])).toEqual({
    outcome: 'done',
    message: 'Lamps: the address works. It is public again',
    isFault: false,
  })
  expect(await statusOf(id)).toBe('published')
  expect((await findEvidence(id))?.check).toMatchObject({ outcome: 'works', times: 1 })
  expect((await logged())[0]).toEqual(['mara_v', 'checked', 'game', String(id), 'Lamps', 'the address works'])
})

test('several games are queued for the job, and self-hosted and hidden games are not checked', async () => {
  const [one, two] = [await add('gone'), await add('works')]
  expect(await checkAgain(operator, [one, two])).toEqual({
    outcome: 'done',
    message: '2 games will be checked within a few minutes',
  })
  const { rows } = await database().execute(sql`select from jobs.job where name = 'check-games'`)
  expect(rows).toHaveLength(1)
  const own = await createGame({ url: '/play/lamps/', provider: 'own' })
  const hidden = await createGame({ status: 'hidden', url: null, heldUrl: `http://${host}/` })
  for (const { id } of [own, hidden]) expect(await checkAgain(operator, [id])).toMatchObject({ outcome: 'forbidden' })
})

test('an operator can check 30 games in five minutes', async () => {
  const id = await add('works')
  await database().execute(sql`insert into game_hosts (host, checked_at) values (${host}, now() - interval '1 hour')`)
  const outcomes = []
  for (let at = 0; at < 31; at++) {
    await database().execute(sql`update game_hosts set checked_at = now() - interval '1 hour'`)
    outcomes.push((await checkAgain(operator, [id])).outcome)
  }
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(30)
  expect(outcomes[30]).toBe('forbidden')
})
