import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, dropDatabase } from '../../../testing/fixtures/database.ts'
import { FOLDER, migrate } from './migrate.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
let name: string
const cleanup: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  client = new pg.Client(testDatabase.connection)
  await client.connect()
  name = new URL(testDatabase.connection.connectionString).pathname.slice(1)
})

afterAll(async () => {
  for (const clean of cleanup.toReversed()) await clean()
  await client.end()
  await testDatabase.drop()
})

/** Returns the test database's URL with changes, such as another user or host. */
function address(
  changes: Partial<Record<'username' | 'password' | 'port' | 'hostname' | 'pathname' | 'search', string>>,
) {
  return { connectionString: Object.assign(new URL(testDatabase.connection.connectionString), changes).href }
}

/** Creates a separate database. `like` is appended to `create database`. */
async function createDatabase(suffix: string, like = ''): Promise<{ connectionString: string }> {
  await client.query(`create database ${name}_${suffix} ${like}`)
  cleanup.push(() => dropDatabase(testDatabase.connection.connectionString, `${name}_${suffix}`))
  return address({ pathname: `${name}_${suffix}` })
}

test('an unusable DATABASE_URL is reported in one line with what to do', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const port = String((free.address() as AddressInfo).port)
  free.close()
  await once(free, 'close')
  for (const [changes, line] of [
    [{ port }, /connect ECONNREFUSED \S+ \(no server listens there: start it, or correct the host and port\)/],
    [{ hostname: 'db.invalid' }, /getaddrinfo (ENOTFOUND|EAI_AGAIN) db\.invalid \(no host of that name is known\)/],
    [{ password: 'wrong' }, /password authentication failed for user "\w+" \(correct the user or the password\)/],
    [{ password: '' }, /client password must be a string \(the server wants a password/],
    [{ pathname: 'absent' }, /database "absent" does not exist \(create it, with the encoding UTF8\)/],
    [{ search: 'sslmode=require' }, /does not support SSL connections \(the server has no encryption/],
  ] as const) {
    const refused = migrate(address(changes)).catch((error: Error) => error.message)
    expect(await refused).toMatch(new RegExp(`^DATABASE_URL cannot be used: [^\n]*${line.source}[^\n]*$`))
  }
})

test('concurrent nodes apply each migration once', async () => {
  const fresh = await createDatabase('fresh')
  const applied = await Promise.all([migrate(fresh), migrate(fresh), migrate(fresh)])
  const { entries } = JSON.parse(readFileSync(`${FOLDER}/meta/_journal.json`, 'utf8'))
  expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, entries.length])
})

test('a server version that is too old is refused', async () => {
  const { connectionString } = await createDatabase('old')
  const old = new pg.Client(connectionString)
  await old.connect()
  await old.query(
    `create function public.current_setting(text) returns text language sql
     return case when $1 = 'server_version_num' then '140012' else '14.12' end`,
  )
  await old.end()
  const options = '-c search_path=public,pg_catalog'
  await expect(migrate({ connectionString, options })).rejects.toThrow(
    'The database is PostgreSQL 14.12; Playhall needs 15 or later',
  )
})

test('a role that may not create tables is reported', async () => {
  const { connectionString } = await createDatabase('owned')
  await client.query(`create role ${name}_guest login password 'guest'`)
  cleanup.unshift(() => client.query(`drop role ${name}_guest`))
  const guest = Object.assign(new URL(connectionString), { username: `${name}_guest`, password: 'guest' }).href
  await expect(migrate({ connectionString: guest })).rejects.toThrow(
    /^DATABASE_URL cannot be used: permission denied for database \w+ \(make its user the owner/,
  )
})

test('a read-only database is reported', async () => {
  const readOnly = await createDatabase('read_only')
  await client.query(`alter database ${name}_read_only set default_transaction_read_only = on`)
  await expect(migrate(readOnly)).rejects.toThrow(
    /^DATABASE_URL cannot be used: cannot execute CREATE SCHEMA in a read-only transaction \(it is read-only: /,
  )
})

test('a database with an encoding other than UTF-8 is refused', async () => {
  const ascii = await createDatabase('ascii', `encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`)
  await expect(migrate(ascii)).rejects.toThrow(/^The database keeps its texts as SQL_ASCII; Playhall needs UTF8: /)
})

test('a database with another date style is refused', async () => {
  const german = await createDatabase('german')
  await client.query(`alter database ${name}_german set datestyle = 'SQL, DMY'`)
  await expect(migrate(german)).rejects.toThrow(
    /^The database writes dates in the style SQL, DMY; Playhall needs ISO: alter database/,
  )
})

test('a database migrated by a newer Playhall is refused and not changed', async () => {
  const newer = address({})
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', ${Date.UTC(2199, 0, 1)})`,
  )
  await expect(migrate(newer)).rejects.toThrow(
    /^The database was brought up to date by a newer Playhall \(its last migration is of 2199-01-01T00:00, ours of 20/,
  )
  await client.query(`delete from drizzle.__drizzle_migrations where hash = 'of the future'`)
  expect(await migrate(newer)).toBe(0)
})
