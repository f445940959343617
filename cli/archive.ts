import path from 'node:path'
import pg from 'pg'
import { BackupError, type Manifest } from '../app/backup/archive-format.server.ts'
import { logAct } from '../app/accounts/operators/audit-log.server.ts'
import { closeDatabase, database } from '../app/db/connection.server.ts'
import { explainDatabaseFault, inOneLine, rootOf } from '../app/db/database-fault.server.ts'
import { countOf } from '../app/lib/text.ts'
import { runClosers } from '../app/server/http/shutdown.server.ts'
import { StorageDownError } from '../app/server/files/storage-key.server.ts'
import { openForCommand, useDatabase } from './command-database.ts'
import { printError } from './command-line.ts'

const UNDEFINED_TABLE = '42P01'

/**
 * Runs work on the database without migrating it, then stops the embedded server if this function started it. With
 * `portal`, throws if a portal is running on this DATA_DIR, and prevents a portal from starting.
 */
export async function onDatabase<T>(
  role: 'portal' | 'command',
  work: (connection: pg.PoolConfig) => Promise<T>,
): Promise<T> {
  const { connection, release } = await useDatabase(role)
  openForCommand(connection)
  try {
    return await work(connection)
  } finally {
    await runClosers(() => {})
    await closeDatabase()
    await release()
  }
}

/** Records an archive command in the audit log. Does nothing on an older schema, which has no log. */
export async function recordArchive(
  act: 'backed up' | 'restored from archive',
  file: string,
  why: string,
): Promise<void> {
  const on = { kind: 'archive', id: path.basename(file) } as const
  await database()
    .transaction((tx) => logAct(tx, { by: null, act, on, why }))
    .catch((error: unknown) => {
      const root = rootOf(error)
      if (root instanceof pg.DatabaseError && root.code === UNDEFINED_TABLE) return
      printError(`This could not be recorded in the audit log: ${inOneLine(root.message)}`)
    })
}

/**
 * Runs a command and returns its exit code. Prints an error that the operator can fix on one line and returns its exit
 * code; rethrows any other error.
 */
export async function reportErrors(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError || error instanceof StorageDownError) return printError(error.message)
    if (error instanceof pg.DatabaseError && !explainDatabaseFault(error, '')) {
      return printError(`PostgreSQL refuses it: ${[error.message, error.detail].filter(Boolean).join('; ')}`)
    }
    throw error
  }
}

/** Describes an archive, such as `1,204 rows of 17 tables, 12 files of players (0.3 MB), 2 queued jobs, the secret`. */
export function describeArchive({ tables, files, jobs, secret }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const parts = [
    `${countOf(rows, 'row')} of ${countOf(tables.length, 'table')}`,
    `${countOf(files.count, 'file')} of players (${megabytes(files.bytes)})`,
    countOf(jobs.rows, 'queued job'),
  ]
  return `${parts.join(', ')}${secret ? ', the secret' : ', no secret'}`
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** Formats the time since `started`, a value of `performance.now()`, in seconds, such as `1.2 s`. */
export function since(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
