import { chromium } from '@playwright/test'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { findBrowser } from '../../../cli/browser.mjs'
import { occupyConnections } from '../../../testing/fixtures/occupied-connections.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../../../testing/fixtures/database-proxy.ts'
import { closeDatabase, database, openDatabase } from '../../db/connection.server.ts'
import { createDatabaseProbe, isDatabaseDown } from '../../db/database-outage.server.ts'
import { recordDatabaseDown } from './database-health.server.ts'
import { cacheHeaders, startTestPortal, type TestPortal } from './testing.server.ts'
import { config } from '../process/config.server.ts'
import { openLog } from '../process/log.server.ts'
import { readReadiness } from '../process/readiness.server.ts'

let road: DatabaseProxy
let portal: TestPortal

beforeAll(async () => {
  const { url } = inject('testDatabase')
  road = await startDatabaseProxy(url)
  // Without tables, the portal is not ready.
  const client = new pg.Client(url)
  await client.connect()
  await client.query('create table if not exists games ()')
  await client.end()
})
afterAll(() => road.cut())

beforeEach(async () => {
  await road.repair()
  openDatabase({ primary: road.connection, onError: () => {} })
  portal = await startTestPortal(renderLikeReactRouter, {
    databaseAnswers: createDatabaseProbe(road.connection),
    readiness: () => readReadiness(),
  })
})

afterEach(async () => {
  await road.cut()
  await Promise.all([portal.close(), closeDatabase()])
})

/** Catches what a loader throws, as `handleError` does, and renders a boundary. */
async function renderLikeReactRouter(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  try {
    const { rows } = await database().execute<{ n: number }>(sql`select 1 as n`)
    const body = `row ${rows[0]?.n}`
    return pathname === '/shared' ? cacheHeaders(body) : new Response(body)
  } catch (error) {
    if (pathname === '/thrown') throw error
    recordDatabaseDown(error)
    return new Response('boundary', { status: 500 })
  }
}

/** Waits until a path returns this text. The portal's real limits apply, which a pause of this machine exceeds. */
const reach = (path: string, text: string) => expect.poll(async () => (await portal.send(path)).text).toBe(text)

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

// `npm run faults` measures how soon responses come. These tests check that they come at all.

test.each(['/caught', '/thrown'])(
  'while the database is unreachable %s gives 503, and it recovers automatically',
  async (path) => {
    await reach(path, 'row 1')
    await road.cut()
    const answer = await portal.send(path, { headers: { accept: 'text/html' } })
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
    expect(answer.text).toContain('<h1>Back in a moment</h1>')
    expect((await portal.send('/healthz')).status).toBe(200)
    expect((await portal.send('/readyz')).status).toBe(503)
    await road.repair()
    await reach(path, 'row 1')
    await expect.poll(async () => (await portal.send('/readyz')).status).toBe(200)
  },
)

test('a disk failure under the database counts as down, a missing permission does not', async () => {
  const raise = (state: string, message: string) =>
    errorOf(database().execute(sql.raw(`do $$ begin raise '${message}' using errcode = '${state}'; end $$`)))
  for (const [state, message] of [
    ['42501', 'could not open file "base/16384/2601": Read-only file system'],
    [
      '42501',
      'could not write to log file "000000010000000000000002" at offset 8192, length 8192: Read-only file system',
    ],
    ['58030', 'could not fsync file "base/16384/2601": Input/output error'],
  ] as const) {
    expect(isDatabaseDown(await raise(state, message)), message).toBe(true)
  }
  await expect.poll(async () => isDatabaseDown(await raise('42501', 'permission denied for table games'))).toBe(false)
})

test('a hanging database gives 503, and recovers', async () => {
  await portal.send('/own')
  road.hang()
  const answers = await Promise.all(['/own', '/readyz'].map((path) => portal.send(path)))
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  await road.cut()
  await road.repair()
  await reach('/own', 'row 1')
})

test.each(['/caught', '/thrown'])('without free connections %s gives a matching 503, and recovers', async (path) => {
  const { release } = await occupyConnections()
  const answer = await portal.send(path, { headers: { accept: 'text/html' } })
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
  expect(answer.text).toContain('Many people are visiting right now.')
  config().readyzToken = 'the token of tests'
  expect(await portal.send('/readyz', { headers: { authorization: 'Bearer the token of tests' } })).toMatchObject({
    status: 503,
    text: expect.stringContaining('database: every connection is in use'),
  })
  await release()
  await reach(path, 'row 1')
})

test('a query that takes too long gives the same 503 and a line in the log', async () => {
  const lines: string[] = []
  openLog({ level: 'warn', pretty: false, sink: { write: (line) => void lines.push(line) } })
  const slow = await startTestPortal(async () => {
    const error = await errorOf(database().execute(sql`select pg_sleep(5)`))
    recordDatabaseDown(error)
    return new Response('boundary', { status: 500 })
  })
  expect(await slow.send('/')).toMatchObject({ status: 503, text: expect.stringContaining('Many people') })
  await slow.close()
  expect(lines).toEqual([expect.stringContaining('A query took longer than a page may wait')])
})

test('cached pages, even expired ones, are served while the database is down', async () => {
  await reach('/shared', 'row 1')
  await road.cut()
  expect(await portal.send('/shared')).toMatchObject({ status: 200, text: 'row 1' })
  portal.cache.expireAll()
  expect(await portal.send('/shared')).toMatchObject({ status: 200, text: 'row 1' })
  portal.cache.purge([''])
  expect((await portal.send('/missing')).status).toBe(503)
})

test('concurrent requests for one uncached page get 503 together', async () => {
  road.hang()
  const answers = await Promise.all(Array.from({ length: 20 }, () => portal.send('/shared')))
  expect(answers.every(({ status }) => status === 503)).toBe(true)
})

test('errors of an unreachable database are distinguished from query errors and others', async () => {
  await expect.poll(async () => isDatabaseDown(await errorOf(database().execute(sql`select nothing`)))).toBe(false)
  expect(isDatabaseDown(await errorOf(database().execute(sql`select pg_terminate_backend(pg_backend_pid())`)))).toBe(
    true,
  )
  // Sent before the connection is cut.
  const broken = errorOf(pool().query('select pg_sleep(5)'))
  await expect.poll(() => pool().totalCount - pool().idleCount).toBe(1)
  await road.cut()
  expect(isDatabaseDown(await broken)).toBe(true)
  expect(isDatabaseDown(await errorOf(database().execute(sql`select 1`)))).toBe(true)
  expect(isDatabaseDown(await errorOf(database().transaction(async () => {})))).toBe(true)
  expect(isDatabaseDown(await errorOf(pool().query('select 1')))).toBe(true)
  const socketless = new pg.Client({ host: '/nowhere', connectionTimeoutMillis: 500 })
  expect(isDatabaseDown(await errorOf(socketless.connect()))).toBe(true)
  const elsewhere = errorOf(fetch(`http://127.0.0.1:${new URL(road.connection.connectionString).port}/`))
  expect(await elsewhere).toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  expect(isDatabaseDown(await elsewhere)).toBe(false)
  expect(isDatabaseDown(new Error('Not found'))).toBe(false)
  expect(isDatabaseDown('text')).toBe(false)
})

test('the 503 page adapts to theme and width in Chromium without CSP violations', async () => {
  await road.cut()
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: '--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run'.split(
      ' ',
    ),
  })
  try {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    const colours = new Set<string>()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(portal.url)
      colours.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/503-${colorScheme}.png` })
    }
    expect(colours.size).toBe(2)
    expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([])
  } finally {
    await browser.close()
  }
})

function pool(): pg.Pool {
  return (database() as unknown as { $client: pg.Pool }).$client
}
