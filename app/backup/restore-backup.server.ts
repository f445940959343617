import pg from 'pg'
import type { Queue } from '../server/jobs.server.ts'
import { LOCK } from '../server/migrate.server.ts'
import type { Manifest } from './archive-format.server.ts'
import { restoreSecret } from './kept-secret.server.ts'
import { beginLoading, type Loading } from './load-tables.server.ts'
import { readArchive } from './read-archive.server.ts'
import { checkSchemaIsKnown } from './schema-version.server.ts'
import { giveFilesToOwner, listStoredFiles, removeStoredFiles, writeStoredFiles } from './stored-files.server.ts'

export type Restored = {
  /** Files of players that the archive does not have, and that are gone now. */
  removedFiles: number
  /** Number of queued jobs that were dropped: an unknown queue, invalid data, or a mail whose link has expired. */
  leftOutJobs: number
  /** Why players have to sign in again; null when the archive's secret is the portal's now. */
  signedOut: string | null
}

type Options = {
  connection: pg.ClientConfig
  replace: boolean
  queues: Queue[]
  /** Stored files that the archive lacks are not removed: data that was set aside names them. */
  isOthersFiles?: boolean
}

/**
 * Puts an archive that was checked in the place of what is there. Its files come first, under names that nothing else has;
 * then the database, in one transaction; then the secret, and old files are removed. `queues` are those that there are
 * for its jobs. Throws when the database cannot be restored, and then leaves everything as it was.
 */
export async function restoreBackup(
  file: string,
  manifest: Manifest,
  { connection, replace, queues, isOthersFiles = false }: Options,
): Promise<Restored> {
  checkSchemaIsKnown(file, manifest)
  const client = new pg.Client({ keepAlive: true, connectionTimeoutMillis: 10_000, ...connection })
  client.on('error', () => {}) // the query that runs fails with it; without a listener it would end the process
  let undo = async () => {}
  try {
    await client.connect()
    for (const setting of SETTINGS) await client.query(`set ${setting}`)
    // Nodes that start meanwhile wait where they would migrate.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const loading = await beginLoading(client, manifest, { replace, queues })
    const before = await listStoredFiles()
    const put = new Set<string>()
    const undoFiles = () => removeStoredFiles([...put].filter((key) => !before.has(key)))
    undo = undoFiles
    const secret = await takeEntries(file, loading, put)
    // Where the connection is lost from here on, it may be committed: then the rollback fails, and the files stay.
    undo = async () => {
      await client.query('rollback')
      await undoFiles()
    }
    const { leftOutJobs } = await loading.commit()
    undo = async () => {}
    const signedOut = restoreSecret(secret)
    giveFilesToOwner()
    const gone = replace && !isOthersFiles ? [...before].filter((key) => !put.has(key)) : []
    await removeStoredFiles(gone)
    // Last: it takes a while, and nothing but speed is lost with it.
    await loading.tidy()
    return { removedFiles: gone.length, leftOutJobs, signedOut }
  } catch (error) {
    await undo().catch(() => {})
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Brings everything to its place but the secret, which it gives. */
async function takeEntries(file: string, loading: Loading, put: Set<string>): Promise<string | null> {
  let secret: string | null = null
  const files = writeStoredFiles(put)
  try {
    // Counts and sums are checked once more: an archive that changed since the check ends here, before anything is for ever.
    for await (const entry of readArchive(file)) {
      if (entry.kind === 'table') await loading.addRows(entry.table, entry.content)
      if (entry.kind === 'jobs') await loading.addJobs(entry.content)
      if (entry.kind === 'file') await files.add(entry.key, Buffer.from(entry.content))
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
  // Indexes are made over whole tables, and no portal runs that would need the memory.
  `maintenance_work_mem = '128MB'`,
  'idle_in_transaction_session_timeout = 0',
]
