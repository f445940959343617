import { chmodSync, existsSync, globSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { closeDatabase, openDatabase } from '../app/db/connection.server.ts'
import { embeddedPrograms, findAccount, type Programs } from '../app/db/embedded-account.server.ts'
import { createCluster, startServer, stopServer, SUPERUSER } from '../app/db/embedded-cluster.server.ts'
import { migrate } from '../app/server/migrate.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a database on the tests' server, and the name of the migrated one that others are copied from. */
    testDatabase: { url: string; template: string }
  }
}

export type TestServer = {
  /** A postgres:// address of the database `playhall`, which is empty. */
  url: string
  /** Stops it for good and removes all of it. */
  stop: () => Promise<void>
}

export type RestartableServer = TestServer & {
  /** Where its cluster is. */
  folder: string
  /** Starts it again after it was stopped from outside. */
  start: () => Promise<void>
}

/** Vitest's global set-up: one server and one migrated template. TEST_DATABASE_URL names a server to use instead. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? null : await startTestServer(embeddedPrograms())
  const url = given ?? server!.url
  const template = `playhall_template_${crypto.randomUUID().slice(0, 8)}`
  const tearDown = async () => {
    if (server) await server.stop()
    else await query(url, `drop database if exists ${template}`)
  }
  try {
    await query(url, `create database ${template}`)
    await migrate({ connectionString: addressOf(url, template) })
    // A template that somebody is connected to cannot be copied.
    await query(url, `alter database ${template} with allow_connections false`)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('testDatabase', { url, template })
  return tearDown
}

/**
 * A migrated, empty database for one test file, opened as the portal's; `drop` closes and removes it. It waits as long as it takes
 * for connections, locks and queries: the machine may be slow.
 */
export async function createTestDatabase(): Promise<{
  connection: { connectionString: string }
  drop: () => Promise<void>
}> {
  const { url, template } = inject('testDatabase')
  const name = `playhall_test_${crypto.randomUUID().replaceAll('-', '')}`
  await query(url, `create database ${name} template ${template}`)
  const connection = { connectionString: addressOf(url, name) }
  let dropping = false
  openDatabase({
    primary: { ...connection, statement_timeout: 0, connectionTimeoutMillis: 0 },
    onError(error) {
      // A connection may still be closing when its database is dropped.
      if (!dropping) throw error
    },
  })
  return {
    connection,
    async drop() {
      dropping = true
      await closeDatabase()
      await query(url, `drop database ${name} with (force)`)
    },
  }
}

/** Starts a server of the PostgreSQL that the system has installed, the newest; null where it has none. */
export async function startInstalledServer(): Promise<TestServer | null> {
  const versions = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  for (const folder of [...versions.toReversed(), ...(process.env.PATH ?? '').split(path.delimiter)]) {
    const programs = { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') }
    if (!existsSync(programs.initdb) || !existsSync(programs.postgres)) continue
    return startTestServer({ initdb: realpathSync(programs.initdb), postgres: realpathSync(programs.postgres) })
  }
  return null
}

/**
 * Starts a server in a temporary folder that forgets everything in a crash, and is the faster for it; `more` settings of
 * PostgreSQL can have it keep what it promised.
 */
export async function startTestServer(
  programs: Programs,
  more: Record<string, string | number> = {},
): Promise<RestartableServer> {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'playhall-test-')))
  chmodSync(home, 0o711)
  const folder = path.join(home, 'postgres')
  const stop = async () => {
    await stopServer(folder)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const account = findAccount(folder, programs)
    const passwordFile = path.join(home, 'password')
    writeFileSync(passwordFile, PASSWORD)
    const options = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--locale=C.UTF-8', '--no-sync']
    await createCluster(folder, programs, account, options)
    const port = await findFreePort()
    const settings = { ...SETTINGS, ...more, port }
    const connection = { host: HOST, port, user: SUPERUSER, password: PASSWORD, database: 'playhall', ssl: false }
    const logFile = path.join(home, 'postgres.log')
    const start = () => startServer({ folder, programs, account, settings, logFile, connection })
    await start()
    return { url: `postgres://${SUPERUSER}:${PASSWORD}@${HOST}:${port}/playhall`, folder, start, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of another database on the same server. */
function addressOf(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

const HOST = '127.0.0.1'
const PASSWORD = 'for-tests'
const SETTINGS = {
  // It comes by when it likes, and plans differ by what it saw then. Tests of plans say themselves what is known.
  autovacuum: 'off',
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  jit: 'off',
  timezone: 'UTC',
}
