import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '../db/connection.server.ts'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { makeBackup } from './make-backup.server.ts'
import { hasDataAside, isNewerData, setSchemasAside } from './newer-data.server.ts'
import { checkArchive } from './read-archive.server.ts'
import { restoreBackup } from './restore-backup.server.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'playhall-newer-data-'))
const archive = path.join(home, 'archive.tar.gz')
const picture = path.join(home, 'files/profile_pictures/later/face.webp')
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  // Data is moved only while nothing else is connected.
  await closeDatabase()
  Object.assign(process.env, { DATA_DIR: home })
  await makeBackup(archive, testDatabase.connection)
  fs.mkdirSync(path.dirname(picture), { recursive: true })
  fs.writeFileSync(picture, 'picture')
})

afterAll(async () => {
  await testDatabase.drop()
  fs.rmSync(home, { recursive: true })
})

/** Leaves no connection open, since a restore refuses a database in use. */
async function onClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(testDatabase.connection)
  await client.connect()
  return work(client).finally(() => client.end())
}

async function replace() {
  const { connection } = testDatabase
  return restoreBackup(archive, await checkArchive(archive), { connection, replace: true, queues: [] })
}

test('the printed statements bring the data back even if a restore was killed before it created anything', async () => {
  const { lines } = await setSchemasAside(testDatabase.connection)
  const [, statements = ''] = /run in psql: (.*); then start/.exec(lines.join('\n')) ?? []
  await onClient((client) => client.query(statements))
  expect(await isNewerData(testDatabase.connection)).toBe(false)
  expect(await onClient((client) => client.query('select from players'))).toMatchObject({ rowCount: 0 })
})

test('restores preserve files as long as a database is out of the way', async () => {
  await setSchemasAside(testDatabase.connection)
  expect(await replace()).toMatchObject({ removedFiles: 0, preservedFiles: 1 })
  expect(fs.existsSync(picture)).toBe(true)
  await onClient(async (client) => {
    const { rows } = await client.query(`select nspname from pg_namespace where nspname like 'newer%public'`)
    await client.query(`drop schema ${rows[0].nspname} cascade`)
  })
  // The embedded database is set aside as a folder, if it is of a newer release or of another version of PostgreSQL.
  for (const name of ['postgres-newer-20261127_120000', 'postgres-17']) {
    const folder = path.join(home, name)
    fs.mkdirSync(folder)
    expect(await onClient(hasDataAside), name).toBe(true)
    fs.rmdirSync(folder)
  }
  for (const name of ['postgres', 'postgres-socket']) fs.mkdirSync(path.join(home, name))
  expect(await replace()).toMatchObject({ removedFiles: 1, preservedFiles: 0 })
  expect(fs.existsSync(picture)).toBe(false)
})
