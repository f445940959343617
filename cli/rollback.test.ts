import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeBackup } from '../app/backup/make-backup.server.ts'
import { startEmbedded } from '../app/db/embedded.server.ts'
import { migrate } from '../app/server/process/migrate.server.ts'
import { dropDatabase } from '../testing/fixtures/database.ts'
import { runCommand } from '../testing/portal/portal-process.ts'

/**
 * These tests cover a rollback after an upgrade with migrations that this release does not know
 * (docs/operating.md#upgrade).
 */

const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'playhall-rollback-')))
fs.chmodSync(home, 0o711)
const archive = path.join(home, 'before-upgrade.tar.gz')
const SECRET = 'a secret of thirty-two characters, or more'
const PICTURE = 'profile_pictures/later/face.webp'
const dropping: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const url = await newDatabase()
  await query(url, [ADD_PLAYER('before')])
  Object.assign(process.env, { AUTH_SECRET: SECRET, DATA_DIR: path.join(home, 'data') })
  await makeBackup(archive, { connectionString: url })
})

afterAll(async () => {
  for (const drop of dropping) await drop()
  fs.rmSync(home, { recursive: true, force: true })
})

const ADD_PLAYER = (name: string) => `insert into players (username, email) values ('${name}', '${name}@mail.example')`

/** Simulates a newer release: its migration, queues of a newer version, and rows that players wrote in it. */
const UPGRADE = [
  'create table planets (id int primary key, name text not null)',
  `alter table players add column planet int references planets (id)`,
  `insert into planets values (1, 'Earth')`,
  ADD_PLAYER('later'),
  `update players set planet = 1, avatar = '${PICTURE}' where username = 'later'`,
  `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer release', 4102444800000)`,
]
const PLAYERS = 'select username, name from players left join planets on planets.id = planet order by username'

/** Creates a migrated database. Its role owns nothing else, as on most servers. */
async function newDatabase(): Promise<string> {
  const { url } = inject('testDatabase')
  const name = `rollback_${crypto.randomUUID().replaceAll('-', '')}`
  await query(url, [`create role ${name} login password 'owner'`, `create database ${name} owner ${name}`])
  dropping.push(() => dropDatabase(url, name).then(() => query(url, [`drop role ${name}`])))
  const address = Object.assign(new URL(url), { pathname: `/${name}`, username: name, password: 'owner' }).href
  await migrate({ connectionString: address })
  return address
}

async function query(database: string | pg.ClientConfig, statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

async function queryIn(dataDir: string, statements: string[]): Promise<unknown[]> {
  const embedded = await startEmbedded({ dataDir, role: 'command' })
  return query(embedded.connection as pg.ClientConfig, statements).finally(() => embedded.release())
}

function portal(args: string[], settings: Record<string, string>) {
  const secret: Record<string, string> = settings.DATABASE_URL ? { AUTH_SECRET: SECRET } : {}
  const command = [process.execPath, 'cli/portal.ts', ...args]
  return runCommand(command, { DATA_DIR: path.join(home, 'data'), ...secret, ...settings })
}

function addPicture(dataDir: string): string {
  const file = path.join(dataDir, 'files', PICTURE)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, 'picture')
  return file
}

test('embedded: a rollback sets the newer folder aside, and the printed commands bring it back', async () => {
  const DATA_DIR = path.join(home, 'embedded')
  const embedded = await startEmbedded({ dataDir: DATA_DIR, role: 'command' })
  await migrate(embedded.connection)
  await query(embedded.connection as pg.ClientConfig, [ADD_PLAYER('before'), ...UPGRADE])
  await embedded.release()
  const picture = addPicture(DATA_DIR)
  const refused = await portal(['restore', archive], { DATA_DIR })
  expect(refused).toMatchObject({ code: 1, lines: [expect.anything(), expect.stringContaining('--replace')] })

  const { code, lines } = await portal(['restore', archive, '--replace'], { DATA_DIR })
  expect([code, lines]).toEqual([0, expect.anything()])
  const [folder] = fs.globSync('postgres-newer-*', { cwd: DATA_DIR })
  expect(lines).toContain(
    `The data of the newer release is now in ${DATA_DIR}/${folder}. Everything written since the upgrade is in it`,
  )
  expect(lines).toContain(
    'Did not remove what the archive lacks (1 file), ' +
      'since a database that a restore has moved away may refer to it',
  )
  expect(await queryIn(DATA_DIR, ['select username from players'])).toEqual([{ username: 'before' }])
  expect(fs.existsSync(picture)).toBe(true)

  const [, commands = ''] = /^To bring it back: stop the portal, then (.*), then start/m.exec(lines.join('\n')) ?? []
  execFileSync('sh', ['-c', commands])
  expect(await queryIn(DATA_DIR, [PLAYERS])).toEqual([
    { username: 'before', name: null },
    { username: 'later', name: 'Earth' },
  ])
})

test('external: a rollback moves the newer tables as the database owner, and the printed statements bring them back', async () => {
  const settings = { DATABASE_URL: await newDatabase(), DATA_DIR: path.join(home, 'external') }
  const VERSION = 'select version from jobs.version'
  const OWN = [`create type mood as enum ('calm')`, `create table notes (id serial primary key, mood mood default 'calm')`, `create function mood_of(mood) returns mood language sql as 'select $1'`, 'create view moods as select mood_of(mood) as mood from notes', 'create sequence numbers', 'insert into notes default values'] // prettier-ignore
  await query(settings.DATABASE_URL, [ADD_PLAYER('before'), ...OWN, ...UPGRADE, 'create schema if not exists jobs', 'drop table if exists jobs.version', 'create table jobs.version as select 9999 as version']) // prettier-ignore
  const picture = addPicture(settings.DATA_DIR)

  const { code, lines } = await portal(['restore', archive, '--replace'], settings)
  expect([code, lines]).toEqual([0, expect.anything()])
  expect(lines[1]).toMatch(
    /^The data of the newer release is now in the schemas newer_\w+_public, newer_\w+_drizzle, newer_\w+_jobs, .* since the upgrade is in it$/,
  )
  expect(await query(settings.DATABASE_URL, ['select username from players'])).toEqual([{ username: 'before' }])
  expect(fs.existsSync(picture)).toBe(true)
  const other = path.join(home, 'after-rollback.tar.gz')
  await makeBackup(other, { connectionString: settings.DATABASE_URL })
  expect(await query(settings.DATABASE_URL, [`select to_regclass('notes') as notes, to_regtype('mood') as mood`])).toEqual([{ notes: null, mood: null }]) // prettier-ignore
  // The older release runs on it, including searches.
  await query(settings.DATABASE_URL, [`select similarity('a', 'b')`])

  const [, statements = ''] = /run in psql: (.*); then start/.exec(lines.join('\n')) ?? []
  await query(settings.DATABASE_URL, [statements])
  expect(await query(settings.DATABASE_URL, [PLAYERS])).toEqual([
    { username: 'before', name: null },
    { username: 'later', name: 'Earth' },
  ])
  expect(await query(settings.DATABASE_URL, [VERSION])).toEqual([{ version: 9999 }])
  expect(await query(settings.DATABASE_URL, [`select mood, nextval('numbers') as next from moods`])).toEqual([{ mood: 'calm', next: '1' }]) // prettier-ignore
})

test('a failed rollback puts the data of the newer release back', async () => {
  const settings = { DATABASE_URL: await newDatabase(), DATA_DIR: path.join(home, 'failing') }
  await query(settings.DATABASE_URL, UPGRADE)
  // Nothing listens at this endpoint.
  const s3 = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
  const { code, lines } = await portal(['restore', archive, '--replace'], { ...settings, ...s3 })
  expect([code, lines]).toEqual([1, expect.arrayContaining(['The data of the newer release is back in its place'])])
  expect(await query(settings.DATABASE_URL, [PLAYERS])).toEqual([{ username: 'later', name: 'Earth' }])
})
