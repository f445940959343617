import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { startDatabaseProxy } from '../../../testing/fixtures/database-proxy.ts'
import { isDatabaseDown } from '../../db/database-outage.server.ts'
import { openLog } from './log.server.ts'
import { connectFirst } from './first-connection.server.ts'
import { migrate } from './migrate.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
const lines: string[] = []

beforeAll(async () => {
  world = await createTestDatabase()
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void lines.push(line) } })
})
afterAll(() => world.drop())

test('a start with an unresponsive database logs what it waits for and fails with one sentence', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as AddressInfo
  const connection = { connectionString: `postgres://mara:secret@127.0.0.1:${port}/playhall` }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const start = connectFirst(connection, 3000).then(
    () => null,
    (thrown: Error) => thrown,
  )
  vi.advanceTimersByTime(3000)
  vi.useRealTimers()
  const error = await start
  silent.close()
  expect(error?.message).toBe(`No answer from 127.0.0.1:${port} within 3 seconds`)
  expect(isDatabaseDown(error)).toBe(true)
  expect(lines.join()).toContain(`"message":"Waiting for the database at 127.0.0.1:${port}"`)
  expect(lines.join()).not.toContain('secret')
})

test('a start that loses its connection while waiting for another node fails', async () => {
  const other = new pg.Client(world.connection)
  await other.connect()
  await other.query('select pg_advisory_lock(7525425)')
  const road = await startDatabaseProxy(world.connection.connectionString)
  const start = migrate(road.connection).then(
    () => null,
    (thrown: Error) => thrown,
  )
  await expect.poll(() => lines.join()).toContain('Waiting for another node, which brings the database up to date')
  await road.cut()
  expect(isDatabaseDown(await start)).toBe(true)
  await other.end()
})
