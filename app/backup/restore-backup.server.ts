import pg from 'pg'
import type { Queue } from '../server/jobs/jobs.server.ts'
import { takeLock } from '../server/process/migrate.server.ts'
import type { Manifest } from './archive-format.server.ts'
import { restoreSecret } from './auth-secret.server.ts'
import { beginLoading, type Loading } from './load-tables.server.ts'
import { hasDataAside } from './newer-data.server.ts'
import { readArchive } from './read-archive.server.ts'
import { checkSchemaIsKnown } from './schema-version.server.ts'
import { giveFilesToOwner, listStoredFiles, removeStoredFiles, writeStoredFiles } from './stored-files.server.ts'

export type Restored = {
  /** Number of player files that were deleted because the archive does not contain them. */
  removedFiles: number
  /** Number of such files that could not be deleted. */
  remainingFiles: number
  /** Number of such files that were preserved, since a database that was set aside may refer to them. */
  preservedFiles: number
  /** Number of queued jobs that were dropped: an unknown queue, invalid data, or an email whose link has expired. */
  leftOutJobs: number
  /** Why players have to sign in again, or null if the portal now uses the archive's secret. */
  signedOut: string | null
}

type Options = {
  connection: pg.ClientConfig
  replace: boolean
  queues: Queue[]
}

/**
 * Replaces the current data with a checked archive: first the files, under unique names, then the database in one
 * transaction, then the secret. Afterwards it deletes old files. `queues` are the queues that accept its jobs. Throws
 * if the database cannot be restored, and then leaves all data unchanged.
 */
export async function restoreBackup(
  file: string,
  manifest: Manifest,
  { connection, replace, queues }: Options,
): Promise<Restored> {
  checkSchemaIsKnown(file, manifest)
  const client = new pg.Client({ keepAlive: true, connectionTimeoutMillis: 10_000, ...connection })
  let lost: Error | null = null
  client.on('error', (error) => (lost = error))
  // While files are written, no query runs that would fail.
  const checkConnection = () => {
    if (lost) throw lost
  }
  let undo: () => Promise<unknown> = async () => {}
  try {
    await client.connect()
    for (const setting of SETTINGS) await client.query(`set ${setting}`)
    // If this command is interrupted while an index is built, this ends the statement. Not every system supports it.
    await client.query(`set client_connection_check_interval = '1s'`).catch(() => {})
    // Nodes that start in the meantime wait for this lock before they migrate.
    await takeLock(client)
    const loading = await beginLoading(client, manifest, { replace, queues })
    const before = await listStoredFiles()
    const preserves = await hasDataAside(client)
    const put = new Set<string>()
    const undoFiles = () => removeStoredFiles([...put].filter((key) => !before.has(key)))
    undo = undoFiles
    const secret = await restoreEntries(file, loading, put, checkConnection)
    // If the connection is lost from here on, the transaction may have been committed. The rollback then fails, and the
    // files are preserved.
    undo = async () => {
      await client.query('rollback')
      await undoFiles()
    }
    const { leftOutJobs } = await loading.commit()
    undo = async () => {}
    const signedOut = restoreSecret(secret)
    giveFilesToOwner()
    const others = replace ? [...before].filter((key) => !put.has(key)) : []
    const obsolete = preserves ? [] : others
    const removedFiles = await removeStoredFiles(obsolete)
    // Clean up last, since it takes a while and affects only speed.
    await loading.cleanUp()
    return {
      removedFiles,
      remainingFiles: obsolete.length - removedFiles,
      preservedFiles: others.length - obsolete.length,
      leftOutJobs,
      signedOut,
    }
  } catch (error) {
    await undo().catch(() => {})
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Loads all entries except the secret, and returns the secret. */
async function restoreEntries(
  file: string,
  loading: Loading,
  put: Set<string>,
  checkConnection: () => void,
): Promise<string | null> {
  let secret: string | null = null
  const files = writeStoredFiles(put)
  try {
    // `readArchive` checks counts and hashes again. If the archive has changed since the first check, it throws here,
    // before the commit.
    for await (const entry of readArchive(file)) {
      checkConnection()
      if (entry.kind === 'table') await loading.addRows(entry.table, entry.content)
      if (entry.kind === 'jobs') await loading.addJobs(entry.content)
      if (entry.kind === 'file') await files.add(entry.key, Buffer.from(entry.content))
      if (entry.kind === 'large file') await files.addLarge(entry.key, entry.content)
      if (entry.kind === 'secret') secret = String(entry.content)
    }
  } finally {
    await files.settled()
  }
  files.check()
  return secret
}

const SETTINGS = [
  `client_encoding = 'UTF8'`,
  `datestyle = 'ISO, YMD'`,
  `intervalstyle = 'postgres'`,
  `timezone = 'UTC'`,
  `lock_timeout = '10s'`,
  'statement_timeout = 0',
  // Indexes are built over whole tables, and no running portal needs the memory.
  `maintenance_work_mem = '128MB'`,
  'idle_in_transaction_session_timeout = 0',
]
