import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { APPLIED, applyMigrations } from './apply-migrations.server.ts'
import { openLog } from './log.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
let other: pg.Client
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-migrations-'))

beforeAll(async () => {
  openLog({ level: 'silent', pretty: false, sink: { write: () => {} } })
  testDatabase = await createTestDatabase()
  client = new pg.Client(testDatabase.connection)
  other = new pg.Client(testDatabase.connection)
  await client.connect()
  await other.connect()
})
beforeEach(async () => {
  await client.query(`delete from ${APPLIED}`)
  await client.query('drop table if exists planets')
})
afterAll(async () => {
  await client.end()
  await other.end()
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

const PLANETS = 'create table planets (id int primary key, name text);'
const BY_NAME = 'CREATE UNIQUE INDEX CONCURRENTLY "planets_name" ON "planets" USING btree ("name");'
const MOONS = 'alter table planets add column moons int;'

/** Writes each text as a migration, and returns their folder. */
function write(...migrations: string[]): string {
  mkdirSync(path.join(folder, 'meta'), { recursive: true })
  const entries = migrations.map((text, at) => {
    writeFileSync(path.join(folder, `000${at}.sql`), text)
    return { tag: `000${at}`, when: at + 1, breakpoints: true }
  })
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  return folder
}

const applied = async () => (await client.query(`select from ${APPLIED}`)).rows.length
const isValid = async () =>
  (await client.query(`select indisvalid from pg_index where indexrelid = to_regclass('planets_name')`)).rows[0]
    ?.indisvalid

test('an empty database gets all migrations in one transaction, and their indexes', async () => {
  const wrong = write(PLANETS, BY_NAME, 'select 1 / 0')
  await expect(applyMigrations(client, wrong, 0)).rejects.toThrow('division by zero')
  expect([await applied(), await isValid()]).toEqual([0, undefined])
  await applyMigrations(client, write(PLANETS, BY_NAME, MOONS), 0)
  expect([await applied(), await isValid()]).toEqual([3, true])
})

test('others write while an index is built', async () => {
  await applyMigrations(client, write(PLANETS), 0)
  await client.query(`insert into planets values (1, 'Earth')`)
  const query = (text: string) => other.query(text)
  await query('begin')
  await other.query(`insert into planets values (2, 'Mars')`)
  const building = applyMigrations(client, write(PLANETS, BY_NAME, MOONS), 1)
  const waiting = async () =>
    (await query(`select from pg_locks where not granted and locktype = 'virtualxid'`)).rows.length
  await expect.poll(waiting).toBe(1)
  // An index built without "concurrently" blocks writes and waits for this transaction.
  await other.query(`insert into planets values (3, 'Venus')`)
  await other.query('commit')
  await building
  expect([await applied(), await isValid()]).toEqual([3, true])
})

test('an index whose build failed is built again by the next start', async () => {
  await applyMigrations(client, write(PLANETS), 0)
  await client.query(`insert into planets values (1, 'Earth'), (2, 'Earth')`)
  const all = write(PLANETS, BY_NAME, MOONS)
  await expect(applyMigrations(client, all, 1)).rejects.toThrow('could not create unique index')
  expect([await applied(), await isValid()]).toEqual([1, false])
  await client.query('delete from planets where id = 2')
  await applyMigrations(client, all, 1)
  expect([await applied(), await isValid()]).toEqual([3, true])
})

test('a build that was finished but not recorded is recorded', async () => {
  await applyMigrations(client, write(PLANETS), 0)
  await client.query(BY_NAME)
  await applyMigrations(client, write(PLANETS, BY_NAME), 1)
  expect([await applied(), await isValid()]).toEqual([2, true])
})

test('a failed migration leaves the ones before an index applied, and can be repeated', async () => {
  await applyMigrations(client, write(PLANETS), 0)
  await expect(applyMigrations(client, write(PLANETS, BY_NAME, 'select 1 / 0'), 1)).rejects.toThrow('division by zero')
  expect([await applied(), await isValid()]).toEqual([2, true])
  await applyMigrations(client, write(PLANETS, BY_NAME, MOONS), 2)
  expect(await applied()).toBe(3)
})
