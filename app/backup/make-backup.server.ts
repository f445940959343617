import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import {
  fileEntry,
  FORMAT,
  jobsEntry,
  type Manifest,
  MANIFEST_ENTRY,
  SECRET_ENTRY,
  tableEntry,
} from './archive-format.server.ts'
import { PROJECT_FOLDER } from '../lib/project-folder.server.ts'
import { storage } from '../server/files/storage.server.ts'
import { dumpTables } from './dump-tables.server.ts'
import { readSecret } from './auth-secret.server.ts'
import { readStoredFiles } from './stored-files.server.ts'
import { createTally, sha256 } from './tally.server.ts'
import { createArchive } from './write-archive.server.ts'

/**
 * Writes the whole portal to an archive while it runs: the database from one snapshot, the player files and the secret
 * (docs/decisions/017-a-backup-is-our-own-archive.md). Returns the manifest, the size in bytes and the keys of missing
 * files to which the database refers. Throws a BackupError and then leaves no partial file.
 */
export async function makeBackup(
  file: string,
  connection: pg.ClientConfig,
): Promise<{ manifest: Manifest; bytes: number; missing: string[] }> {
  const archive = await createArchive(file)
  const tally = createTally()
  const client = new pg.Client({ keepAlive: true, connectionTimeoutMillis: 10_000, ...connection })
  let lost: Error | null = null
  client.on('error', (error) => (lost = error))
  try {
    await client.connect()
    const seen = new Set<string>()
    const addFiles = (keys: AsyncIterable<string> | Iterable<string>) =>
      readStoredFiles(keys, seen, async (key, content) => {
        // While files are read, no query runs that would fail.
        if (lost) throw lost
        tally.addFile(key, content)
        await archive.add(fileEntry(key), content)
      })
    // Add most files before the snapshot, so that few remain to be read after it: a player who replaces a picture
    // deletes the old file.
    await addFiles(storage().list())
    const { schema, tables, sequences, missing } = await dumpTables(client, addFiles, async (table, piece, rows) => {
      tally.addRows(table ?? '', rows)
      await archive.add(table ? tableEntry(table, piece) : jobsEntry(piece), rows)
    })
    const secret = readSecret()
    if (secret) await archive.add(SECRET_ENTRY, Buffer.from(secret))
    const manifest: Manifest = {
      format: FORMAT,
      playhall: release(),
      madeAt: new Date().toISOString(),
      postgres: await versionOf(client),
      schema,
      tables: tables.map((table) => ({ ...table, ...tally.rowsOf(table.name) })),
      sequences,
      jobs: tally.rowsOf(''),
      files: tally.files(),
      secret: secret ? sha256(secret) : null,
    }
    await archive.add(MANIFEST_ENTRY, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    return { manifest, bytes: await archive.finish(), missing }
  } finally {
    await archive.abandon()
    await client.end().catch(() => {})
  }
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return rows[0]?.server_version ?? ''
}

function release(): string {
  const file = path.join(PROJECT_FOLDER, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
