import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../../../testing/fixtures/database-proxy.ts'
import { closeDatabase, openDatabase } from '../../db/connection.server.ts'
import { config } from './config.server.ts'
import { openLog } from './log.server.ts'
import { checkDisk, mayReadDetails, readReadiness, watchReadiness } from './readiness.server.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'playhall-ready-'))
const logged: string[] = []
let world: Awaited<ReturnType<typeof createTestDatabase>>
let road: DatabaseProxy

beforeAll(async () => {
  process.env.DATA_DIR = dataDir
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void logged.push(line) } })
  world = await createTestDatabase()
  await closeDatabase()
  road = await startDatabaseProxy(world.connection.connectionString)
  openDatabase({ primary: road.connection, onError: () => {} })
})
afterAll(async () => {
  await road.cut()
  await world.drop()
  rmSync(dataDir, { recursive: true })
})

test('readiness lists each part that pages need', async () => {
  const text = 'ready\ndatabase: ok\nsecret: ok\ndisk: ok\n'
  await expect.poll(() => readReadiness()).toEqual({ isReady: true, text })
})

test('a hanging database is not ready, and is logged once when it hangs and once when it recovers', async () => {
  const stop = watchReadiness()
  road.hang()
  await expect.poll(() => logged.length).toBe(1)
  for (let tries = 0; tries < 3; tries++)
    expect(await readReadiness()).toMatchObject({
      isReady: false,
      text: expect.stringContaining('database: no answer\n'),
    })
  road.forget()
  await road.repair()
  await expect.poll(() => logged.length).toBe(2)
  stop()
  await expect.poll(() => readReadiness()).toMatchObject({ isReady: true })
  const lines = logged.map((line) => (JSON.parse(line) as { message: string }).message)
  expect(lines).toEqual([
    expect.stringMatching(/^The database is not ready: No answer within/),
    'The database is ready again',
  ])
})

test('an optional part does not make the portal unready', async () => {
  const look = async () => ({ shown: 'stopped', why: 'it failed ten times' })
  const answer = await readReadiness({ queue: { look, isOptional: true } })
  expect(answer).toEqual({ isReady: true, text: 'ready\nqueue: stopped\n' })
  await readReadiness({ queue: { look: async () => null, isOptional: true } })
})

test('a disk without free space is reported, even if the folder does not exist yet', async () => {
  const folder = path.join(dataDir, 'not', 'there', 'yet')
  expect(await checkDisk(folder)).toBe(null)
  expect(await checkDisk(folder, 1e12)).toEqual({ shown: expect.stringMatching(/^\d+ MB of room left$/) })
  expect(await readReadiness({ disk: { look: () => checkDisk(folder, 1e12) } })).toMatchObject({ isReady: false })
})

test.skipIf(!existsSync('/proc/self'))('a disk that cannot be written to is reported', async () => {
  expect(await checkDisk('/proc', 0)).toEqual({ shown: 'cannot be written', why: expect.stringContaining('/proc') })
  expect(await checkDisk(dataDir)).toBe(null)
  expect(readdirSync(dataDir)).not.toContain('.can-be-written')
})

test.each([
  ['from this machine', '127.0.0.1', {}, true],
  ['from this machine over IPv6', '::1', {}, true],
  ['through a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
  ['through a proxy that sends no address', '::ffff:127.0.0.1', { via: '1.1 proxy' }, false],
  ['from another machine', '10.0.0.1', {}, false],
  ['from another machine with the token', '10.0.0.1', { authorization: 'Bearer the token of tests' }, true],
  ['through a proxy with the token', '127.0.0.1', { via: '1.1 a', authorization: 'Bearer the token of tests' }, true],
  ['with a wrong token', '10.0.0.1', { authorization: 'Bearer the token of test' }, false],
])('a request %s at %s with %j may read details: %s', (_, remoteAddress, headers, expected) => {
  config().readyzToken = 'the token of tests'
  expect(mayReadDetails({ headers, socket: { remoteAddress } } as never)).toBe(expected)
})

test('without a token in the settings no token is accepted', () => {
  config().readyzToken = null
  for (const authorization of ['Bearer null', 'Bearer ', ''])
    expect(mayReadDetails({ headers: { authorization }, socket: { remoteAddress: '10.0.0.1' } } as never)).toBe(false)
})
