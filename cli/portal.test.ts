import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findServer } from '../app/db/embedded-cluster.server.ts'
import { createTestDatabase } from '../testing/fixtures/database.ts'
import { settingsOf, startS3Server } from '../testing/fixtures/s3-server.ts'
import { program } from './portal.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
const temporary = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'playhall-command-')))
chmodSync(temporary, 0o711)

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

afterAll(async () => {
  await testDatabase.drop()
  rmSync(temporary, { recursive: true, force: true })
})

/** Runs an operator's command in a separate process. */
async function run(settings: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['cli/portal.ts', ...args], {
    env: { PATH: process.env.PATH, AUTH_SECRET: 'a secret for the tests of commands', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { output, errors, code: child.exitCode }
}

test.each([
  [['imprt'], "unknown command 'imprt'\n(Did you mean import?)"],
  [['import'], "missing required argument 'provider'"],
  [['import', 'gamemonetize'], "missing required argument 'source'"],
  [['import', 'gamemonetize', 'a', 'b'], "too many arguments for 'import'. Expected 2 arguments but got 3: gamemonetize, a, b"],
  [['import', 'gamemonetize', 'a', '--foo=1'], "unknown option '--foo=1'"],
  [['import', 'gamemonetize', 'a', '--dryrun'], "unknown option '--dryrun'\n(Did you mean --dry-run?)"],
  [['import', 'gamemonetize', 'a', '--dry-run=no'], "unknown option '--dry-run=no'\n(Did you mean --dry-run?)"],
  [['import', 'gamemonetize', 'a', '--limit'], "option '--limit <number>' argument missing"],
  [['import', 'gamemonetize', 'a', '--limit', '0'], "option '--limit <number>' argument '0' is invalid. It must be a whole number"],
  [['import', 'gamemonetize', 'a', '--limit', '-5'], "option '--limit <number>' argument '-5' is invalid. It must be a whole number"],
  [['operator', 'promote', 'a@b.example'], "unknown command 'promote'"],
  [['operator', 'add'], "missing required argument 'e-mail'"],
  [['operator', 'add', 'a@b.example', 'c@d.example'], "too many arguments for 'add'"],
  [['blog', 'publish'], "missing required argument 'file'"],
  [['blog', 'publish', '--force', 'a.md'], "unknown option '--force'"],
  [['backup'], "missing required argument 'file'"],
  [['backup', 'a', '--replace'], "unknown option '--replace'"],
  [['restore', 'a', '--replace=no'], "unknown option '--replace=no'\n(Did you mean --replace?)"],
])('%j prints the error, then the help, and exits with 1', async (args, fault) => {
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}`)
  })
  await expect(program.parseAsync(args, { from: 'user' })).rejects.toThrow('ended with 1')
  const printed = stripVTControlCharacters(errors.mock.calls.join(''))
  errors.mockRestore()
  exit.mockRestore()
  expect(printed.slice(0, `error: ${fault}`.length)).toBe(`error: ${fault}`)
  expect(printed).toContain('\n\nUsage: npm run portal -- ')
}) // prettier-ignore

test('without a command, all commands are listed', async () => {
  const { output, errors, code } = await run({})
  expect([errors, code]).toEqual(['', 0])
  for (const name of ['import', 'operator', 'blog', 'backup', 'restore']) expect(output).toContain(`\n  ${name} `)
})

test('an unusable database is reported in one line with exit code 1', async () => {
  const url = new URL(testDatabase.connection.connectionString)
  const wrong = Object.assign(new URL(url), { password: 'wrong' }).href
  expect(await run({ DATABASE_URL: wrong }, 'operator', 'add', 'mara@mail.example')).toEqual({
    output: '',
    errors: `DATABASE_URL cannot be used: password authentication failed for user "${url.username}" (correct the user or the password)\n`,
    code: 1,
  })
})

test('a database that fails during a command is reported in one line', async () => {
  const url = new URL(testDatabase.connection.connectionString)
  const guest = `${url.pathname.slice(1)}_guest`
  const client = new pg.Client(url.href)
  await client.connect()
  // The role has just enough rights to find that the database is up to date.
  await client.query(`create role ${guest} login password 'guest'`)
  await client.query(`grant create on database ${url.pathname.slice(1)} to ${guest}`)
  await client.query(`grant usage, create on schema drizzle to ${guest}`)
  await client.query(`grant select on all tables in schema drizzle to ${guest}`)
  const asGuest = Object.assign(new URL(url), { username: guest, password: 'guest' }).href
  expect(await run({ DATABASE_URL: asGuest }, 'operator', 'add', 'mara@mail.example')).toEqual({
    output: '',
    errors:
      'The database cannot be used: permission denied for table players (make its user the owner of the database and of all that is in it)\n',
    code: 1,
  })
  await client.query(`drop owned by ${guest}`)
  await client.query(`drop role ${guest}`)
  await client.end()
})

test('a command waits longer for a query than a page does', async () => {
  const url = testDatabase.connection.connectionString
  const client = new pg.Client(url)
  await client.connect()
  await client.query('begin; lock table players')
  const command = run({ DATABASE_URL: url }, 'operator', 'add', 'mara@mail.example')
  // Copies of a database have the same object ids.
  const waiting = () => client.query(`select from pg_locks l join pg_database d on d.oid = l.database
    where not l.granted and l.relation = 'players'::regclass and d.datname = current_database()`) // prettier-ignore
  await expect.poll(async () => (await waiting()).rowCount, { timeout: 120_000 }).toBe(1)
  // A page's query ends after a second.
  await setTimeout(1500)
  expect((await waiting()).rowCount).toBe(1)
  await client.end()
  expect(await command).toMatchObject({ errors: expect.stringContaining('mara@mail.example'), code: 1 })
})

test('an embedded database that does not start is reported in one line with PostgreSQL’s message', async () => {
  const dataDir = path.join(temporary, 'data')
  mkdirSync(path.join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '18\n')
  const { errors, code } = await run({ DATA_DIR: dataDir }, 'operator', 'add', 'mara@mail.example')
  expect(errors).toMatch(
    /^PostgreSQL does not start in \S+: it ended with \d+ [^\n]*server configuration file[^\n]*\n$/,
  )
  expect(code).toBe(1)
})

test('an interrupted command stops the embedded database, even while it starts', async () => {
  const dataDir = path.join(temporary, 'interrupted')
  const folder = path.join(dataDir, 'postgres')
  const file = path.join(temporary, 'interrupted.tar.gz')
  // A backup lists the stored files first. This storage answers only after the database has stopped.
  const s3 = await startS3Server()
  let isAsked = false
  s3.beforeAnswer = async () => {
    isAsked = true
    while (findServer(folder)) await setTimeout(20)
  }
  const settings = { DATA_DIR: dataDir, ...settingsOf(s3) }
  expect(await interrupt('SIGINT', () => isAsked, settings, 'backup', file)).toEqual({ code: 130, errors: 'Interrupted by SIGINT\n' }) // prettier-ignore
  expect([findServer(folder), existsSync(file), existsSync(`${file}.part`)]).toEqual([null, false, false])
  await s3.close()

  const isStarted = () => findServer(folder) !== null
  expect(await interrupt('SIGTERM', isStarted, settings, 'backup', file)).toEqual({ code: 143, errors: 'Interrupted by SIGTERM\n' }) // prettier-ignore
  expect([findServer(folder), existsSync(file)]).toEqual([null, false])
})

/** Runs a command and sends it a signal as soon as `isTime` returns true. */
async function interrupt(
  signal: NodeJS.Signals,
  isTime: () => boolean,
  settings: Record<string, string>,
  ...args: string[]
) {
  const child = spawn(process.execPath, ['cli/portal.ts', ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = Promise.all([text(child.stderr), once(child, 'exit')])
  // The timeout is only for a command that hangs: on a busy machine, a command takes half a minute to start.
  await expect.poll(isTime, { interval: 2, timeout: 300_000 }).toBe(true)
  child.kill(signal)
  const [errors] = await ended
  return { code: child.exitCode, errors }
}
