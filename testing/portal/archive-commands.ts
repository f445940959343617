import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { fileEntry, tableEntry } from '../../app/backup/archive-format.server.ts'
import { makeBackup } from '../../app/backup/make-backup.server.ts'
import { checkArchive, readArchive } from '../../app/backup/read-archive.server.ts'
import { restoreBackup, type Restored } from '../../app/backup/restore-backup.server.ts'
import { createTally } from '../../app/backup/tally.server.ts'
import { createArchive } from '../../app/backup/write-archive.server.ts'
import { closeDatabase } from '../../app/db/connection.server.ts'
import { JOBS } from '../../app/jobs.server.ts'
import { runClosers } from '../../app/server/http/shutdown.server.ts'
import { createTestDatabase, openTestDatabase } from '../fixtures/database.ts'

/** A folder for a test file's archives and DATA_DIRs, which any account running the database may enter. */
export const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'playhall-archives-')))
fs.chmodSync(home, 0o711)
export const SECRET = 'a secret of thirty-two characters, or more'
export const FACE = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 251))
const dropping: (() => Promise<void>)[] = []
let count = 0
// The portal of `backUpHere` and `restoreHere`.
Object.assign(process.env, { AUTH_SECRET: SECRET, DATA_DIR: newFolder() })

/** Deletes the databases and files of a test file. */
export async function removeAll(): Promise<void> {
  for (const drop of dropping) await drop()
  fs.rmSync(home, { recursive: true, force: true })
}

/**
 * Creates a database and returns its URL. The database has the portal's schema, or nothing if `empty`. No connections
 * stay open.
 */
export async function newDatabase(empty = false): Promise<string> {
  const { connection, drop } = await createTestDatabase()
  await closeDatabase()
  dropping.push(drop)
  if (empty) await query(connection.connectionString, 'drop schema public cascade; create schema public; drop schema drizzle cascade') // prettier-ignore
  return connection.connectionString
}

export function newFolder(): string {
  return path.join(home, `data-${++count}`)
}

export async function query(url: string, statement: string, values?: unknown[]) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Archives a database and the files in this process's DATA_DIR, as the command does, but without a new process. */
export async function backUpHere(file: string, url: string): ReturnType<typeof makeBackup> {
  return makeBackup(file, { connectionString: url })
}

/** Restores an archive into a database and this process's DATA_DIR. Leaves no connection open. */
export async function restoreHere(file: string, url: string, replace = false): Promise<Restored> {
  const connection = { connectionString: url }
  openTestDatabase(connection)
  try {
    const queues = JOBS.map(({ queue }) => queue)
    return await restoreBackup(file, await checkArchive(file), { connection, replace, queues })
  } finally {
    await runClosers(() => {})
    await closeDatabase()
  }
}

/** Starts a command. `before` is a command that runs it, such as a shell with a limit. */
export function start(
  command: string,
  args: string[],
  settings: Record<string, string>,
  before: string[] = [],
): ChildProcess {
  const line = [...before, process.execPath, 'cli/portal.ts', command, ...args]
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: newFolder(),
    AUTH_SECRET: settings.DATABASE_URL ? SECRET : '',
    ...settings,
  }
  return spawn(line[0]!, line.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs a command to its end. */
export async function run(command: string, args: string[], settings: Record<string, string>, before: string[] = []) {
  const child = start(command, args, settings, before)
  let [output, errors] = ['', '']
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, errors }
}

/** Returns all indexes, constraints, relations and migrations. */
export async function readSchema(url: string): Promise<unknown[]> {
  return query(url, `
    select pg_get_indexdef(indexrelid) as is from pg_index join pg_class c on c.oid = indrelid where relnamespace = 'public'::regnamespace
    union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select relname || relpersistence::text || relkind::text from pg_class where relnamespace = 'public'::regnamespace
    union all select hash from drizzle.__drizzle_migrations
    order by 1`) // prettier-ignore
}

/**
 * Creates a complete archive in which a wishlist entry refers to a missing game, so that restoring fails at the very
 * end.
 */
export async function createInconsistent(archive: string): Promise<string> {
  const file = path.join(home, `misfit-${++count}.tar.gz`)
  const copy = await createArchive(file)
  const tally = createTally()
  const manifest = await checkArchive(archive)
  for await (const entry of readArchive(archive)) {
    if (entry.kind === 'file') await copy.add(fileEntry(entry.key), entry.content)
    if (entry.kind === 'table') {
      const content = entry.table === 'wishlist_entries' ? Buffer.from(String(entry.content).replace(/\t\d+\t(?=\d{4}-)/, '\t99999\t')) : entry.content // prettier-ignore
      await copy.add(tableEntry(entry.table, 1), content)
      tally.addRows(entry.table, content)
    }
  }
  manifest.tables = manifest.tables.map((table) => ({ ...table, ...tally.rowsOf(table.name) }))
  Object.assign(manifest, { secret: null, jobs: tally.rowsOf('') })
  await copy.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  await copy.finish()
  return file
}
