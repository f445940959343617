import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeDatabase, database, openDatabase } from '../../app/db/connection.server.ts'
import { importFeed } from '../../app/games/import/import-feed.server.ts'
import { isDatabaseDown } from '../../app/db/database-outage.server.ts'
import { runClosers } from '../../app/server/http/shutdown.server.ts'
import { addJob, workOn } from '../../app/server/jobs/jobs.server.ts'
import { type Mail, MAILS } from '../../app/server/mail/mail.server.ts'
import { openLog } from '../../app/server/process/log.server.ts'
import { createTestDatabase } from '../fixtures/database.ts'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../fixtures/database-proxy.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-lost-'))
let world: Awaited<ReturnType<typeof createTestDatabase>>
let databaseProxy: DatabaseProxy
const faults: unknown[] = []
const note = (error: unknown) => void faults.push(error)

beforeAll(async () => {
  openLog({ level: 'silent', pretty: false })
  world = await createTestDatabase()
  await closeDatabase()
})
afterAll(async () => {
  await world.drop()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  faults.length = 0
  // Errors that would end the portal.
  process.on('uncaughtException', note)
  databaseProxy = await startDatabaseProxy(world.connection.connectionString)
  // Longer limits than a portal's, since the machine may be slow.
  const limits = { statement_timeout: 5000, connectionTimeoutMillis: 60_000 }
  openDatabase({ primary: { ...databaseProxy.connection, ...limits }, onError: () => {} })
})
afterEach(async () => {
  await runClosers(() => {})
  await databaseProxy.cut()
  await closeDatabase()
  process.off('uncaughtException', note)
  expect(faults).toEqual([])
})

async function killBackends(): Promise<void> {
  const client = new pg.Client(world.connection)
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()`)
  await client.end()
}

const LOSSES = {
  'killed by the server': killBackends,
  'cut in the network': async () => {
    await databaseProxy.cut()
    await databaseProxy.repair()
  },
}

test.each(Object.entries(LOSSES))(
  'an import whose connection is %s changes nothing, and can be run again',
  async (_, lose) => {
    const source = path.join(folder, 'feed.json')
    writeFileSync(source, JSON.stringify(inventedFeed(1600)))
    const lost: Promise<void>[] = []
    const broken = importFeed({ provider: 'gamemonetize', source, onProgress: () => lost[0] ?? lost.push(lose()) })
    const error = await broken.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    await Promise.all(lost)
    expect(isDatabaseDown(error)).toBe(true)
    const { rows } = await database().$client.query('select from games')
    expect(rows.length).toBe(0)
    expect(await importFeed({ provider: 'gamemonetize', source, limit: 20, dryRun: true })).toMatchObject({
      created: 20,
    })
  },
)

test('the queue continues after its connections were killed, cut or hung', async () => {
  const done: string[] = []
  await workOn([{ queue: MAILS, work: async (job) => void done.push((job as Mail).to) }])
  for (const [round, lose] of [...Object.values(LOSSES), ...Object.values(LOSSES)].entries()) {
    // In the middle of any query of the queue.
    const asked = [mail('nobody').catch(() => {}), mail('nobody').catch(() => {})]
    await sleep(round * 3)
    await lose()
    await Promise.all(asked)
  }
  // A connection may still be closing.
  await expect.poll(() => mail('mara').catch(() => false)).toBe(true)
  await expect.poll(() => done).toContain('mara')
  databaseProxy.forget()
  await expect.poll(() => mail('theo').catch(() => false)).toBe(true)
  await expect.poll(() => done).toContain('theo')
})

async function mail(to: string): Promise<true> {
  await addJob(MAILS, { to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })
  return true
}
