import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { occupyConnections } from '../../testing/fixtures/occupied-connections.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../../testing/fixtures/database-proxy.ts'
import { isDatabaseBusy, isDatabaseDown } from './database-outage.server.ts'
import { backgroundDatabase, closeDatabase, connectionOf, database, openDatabase } from './connection.server.ts'
import { prepared } from './query.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
let road: DatabaseProxy
const faults: unknown[] = []
const reported: Error[] = []
const note = (error: unknown) => void faults.push(error)

beforeAll(async () => {
  world = await createTestDatabase()
  await closeDatabase()
})
afterAll(() => world.drop())

beforeEach(async () => {
  faults.length = reported.length = 0
  // Such errors would end the portal.
  process.on('uncaughtException', note)
  road = await startDatabaseProxy(world.connection.connectionString)
  // Even a busy machine does not reach these limits.
  open({ statement_timeout: 0, connectionTimeoutMillis: TIMEOUT_MS })
})

afterEach(async () => {
  vi.useRealTimers()
  await road.cut()
  await closeDatabase()
  process.off('uncaughtException', note)
  expect(faults).toEqual([])
})

const open = (limits = {}) =>
  openDatabase({ primary: { ...road.connection, ...limits }, onError: (error) => void reported.push(error) })

/** Reopens the pools with other limits, by default those of a portal. */
async function reopen(limits = {}): Promise<void> {
  await closeDatabase()
  open(limits)
}

/** With these, the pool soon notices that a connection hangs, but no pause of a busy machine looks like that. */
const SOON = { statement_timeout: 2000, connectionTimeoutMillis: 2500 }

const TIMEOUT_MS = 60_000

const one = () => prepared<{ n: number }>('one', 'select 1 as n')
const pool = () => database().$client

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

/** Makes the server end all other connections. */
async function killBackends(): Promise<void> {
  const client = new pg.Client(world.connection)
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()`)
  await client.end()
}

async function countSleeping(): Promise<number> {
  const client = new pg.Client(world.connection)
  await client.connect()
  const { rows } = await client.query(`select from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and wait_event = 'PgSleep'`)
  await client.end()
  return rows.length
}

const LOSSES = { 'killed by the server': killBackends, 'cut between client and server': () => road.cut() }

test.each(Object.entries(LOSSES))('only the transaction whose connection is %s fails', async (_, lose) => {
  const between = errorOf(
    database().transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      // `once` from node:events would reject on the error that comes first, which is not awaited yet.
      const ended = new Promise<void>((resolve) => connectionOf(tx).once('end', () => resolve()))
      await lose()
      await ended
      await tx.execute(sql`select 1`)
    }),
  )
  expect(isDatabaseDown(await between)).toBe(true)
  await road.repair()
  const during = errorOf(database().transaction((tx) => tx.execute(sql`select pg_sleep(600)`)))
  await expect.poll(countSleeping).toBe(1)
  await lose()
  expect(isDatabaseDown(await during)).toBe(true)
  await road.repair()
  let losing: Promise<void> | undefined
  await errorOf(
    database().transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      losing = lose()
    }),
  )
  await losing
  await road.repair()
  // A connection may still be closing.
  await expect.poll(() => one().catch(() => null)).toEqual([{ n: 1 }])
  expect(pool().totalCount).toBe(pool().idleCount)
})

test('broken idle connections are reported once', async () => {
  for (const lose of Object.values(LOSSES)) {
    reported.length = 0
    await Promise.all(Array.from({ length: 5 }, one))
    await backgroundDatabase().execute(sql`select 1`)
    await lose()
    await expect.poll(() => [pool().totalCount, backgroundDatabase().$client.totalCount]).toEqual([0, 0])
    expect(reported.length).toBe(1)
    await road.repair()
  }
  expect(await one()).toEqual([{ n: 1 }])
})

test('a hanging connection fails only its own query, and the idle ones are replaced', async () => {
  await reopen(SOON)
  await Promise.all(Array.from({ length: 10 }, one))
  road.forget()
  expect(isDatabaseDown(await errorOf(one()))).toBe(true)
  await Promise.all(Array.from({ length: 10 }, one))
})

test('a transaction on a hanging connection, from its start or later, frees its slot in the pool', async () => {
  await reopen(SOON)
  await Promise.all(Array.from({ length: 10 }, one))
  road.forget()
  const errors = await Promise.all(
    Array.from({ length: 10 }, () => errorOf(database().transaction((tx) => tx.execute(sql`select 1`)))),
  )
  expect(errors.every(isDatabaseDown)).toBe(true)
  await errorOf(
    database().transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      road.forget()
      await tx.execute(sql`select 1`)
    }),
  )
  await Promise.all(Array.from({ length: 10 }, one))
  expect(pool().totalCount).toBe(pool().idleCount)
})

test('the pool recovers after all packets were lost for a time', async () => {
  await reopen(SOON)
  await Promise.all(Array.from({ length: 10 }, one))
  road.hang()
  const errors = await Promise.all(Array.from({ length: 30 }, () => errorOf(one())))
  expect(errors.filter(isDatabaseDown).length).toBeGreaterThanOrEqual(10)
  // Waiting callers get "busy" if this process had no time to notice that the ten connections hang.
  expect(errors.every((error) => isDatabaseDown(error) || isDatabaseBusy(error))).toBe(true)
  // Swallowed packets are lost, so none of these connections recovers.
  road.forget()
  await road.repair()
  // Connections that the pool opened meanwhile hang, too, until they time out.
  await expect.poll(() => Promise.all(Array.from({ length: 30 }, one)).then(({ length }) => length, String)).toBe(30)
})

test('an exhausted pool refuses at once callers that would wait in vain, as busy and not as down', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { release } = await occupyConnections()
  // With ten connections in use for this long, the fiftieth caller would wait a minute.
  vi.advanceTimersByTime(TIMEOUT_MS / 5 + 1)
  let settled = 0
  const waiting = Array.from({ length: 50 }, () => errorOf(one()).finally(() => settled++))
  const refused = await Promise.all(Array.from({ length: 150 }, () => errorOf(one())))
  const refusedTransaction = await errorOf(database().transaction(async () => {}))
  expect(settled).toBe(0)
  for (const error of [...refused, refusedTransaction]) {
    expect(isDatabaseBusy(error)).toBe(true)
    expect(isDatabaseDown(error)).toBe(false)
  }
  await release()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([null]))
})

test('a caller that waits in vain learns whether the database is busy or down', async () => {
  await reopen({ ...SOON, statement_timeout: 0 })
  const { release } = await occupyConnections()
  const busy = await Promise.all([errorOf(one()), errorOf(database().transaction(async () => {}))])
  expect(busy.map(isDatabaseBusy)).toEqual([true, true])
  expect(busy.map(isDatabaseDown)).toEqual([false, false])
  await release()
  await Promise.all(Array.from({ length: 10 }, one))
  road.forget()
  const hung = Array.from({ length: 10 }, () => errorOf(one()))
  const down = await Promise.all(Array.from({ length: 20 }, () => errorOf(one())))
  expect(down.filter((error) => !isDatabaseDown(error) || isDatabaseBusy(error))).toEqual([])
  await road.cut()
  await Promise.all(hung)
})

test('a thousand concurrent short queries are not refused', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { release } = await occupyConnections()
  // With ten connections in use for this long, a thousand callers are served just before the last would wait in vain.
  vi.advanceTimersByTime(TIMEOUT_MS / 100)
  const callers = Array.from({ length: 1000 }, () => errorOf(one()))
  await release()
  expect(new Set(await Promise.all(callers))).toEqual(new Set([null]))
})

test.each([
  ['a query that takes too long for a page', sql`select pg_sleep(5)`],
  ['a deadlock', sql`do $$ begin raise 'deadlock detected' using errcode = '40P01'; end $$`],
])('%s counts as busy', async (_, query) => {
  await reopen()
  const error = await errorOf(database().execute(query))
  expect([isDatabaseBusy(error), isDatabaseDown(error)]).toEqual([true, false])
})

test('closing waits for running queries and aborts those that do not end', async () => {
  const short = one()
  const { promise: never } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const hung = errorOf(
    database().transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      begun.resolve()
      await never
    }),
  )
  await begun.promise
  await closeDatabase()
  expect(await short).toEqual([{ n: 1 }])
  void hung
})

test('background work may take longer than a page, on its own connections', async () => {
  await reopen()
  const work = Promise.all(
    Array.from({ length: 2 }, () => backgroundDatabase().execute(sql`select pg_sleep(1.8) is null as slept`)),
  )
  const { release } = await occupyConnections()
  await release()
  expect((await work).map(({ rows }) => rows)).toEqual(Array.from({ length: 2 }, () => [{ slept: false }]))
})
