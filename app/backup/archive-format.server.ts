import { z } from 'zod'

/** Thrown if a backup cannot be made or restored. The message is one sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Version of the archive format. Increase it when older releases can no longer read archives of newer releases. */
export const FORMAT = 1

/**
 * Tables are split at row ends into pieces of this size, so that a backup or a restore has only one piece in memory.
 */
export const PIECE_BYTES = 4 << 20

/** Size limit of an entry that is not a stored file. Actual pieces are far smaller. */
export const ENTRY_BYTES = 64 << 20

/** Larger stored files, such as those of uploaded games, are never in memory. */
export const LARGE_FILE_BYTES = 8 << 20

/** A large file on this machine. Its sum is SHA-256 in hex. */
export type LargeFile = { file: string; bytes: number; sha256: string }

const sum = z.string().regex(/^[0-9a-f]{64}$/)
const rows = z.object({ rows: z.int().min(0), bytes: z.int().min(0), sha256: sum })

/** Contents of manifest.json, the last entry, which describes all other entries. Hashes are SHA-256 in hex. */
export type Manifest = z.infer<typeof manifestSchema>
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The release that created the archive. */
  playhall: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  /** Number of migrations in the database, and the hash of the last migration. */
  schema: z.object({ migrations: z.int().min(1), hash: sum }),
  tables: z.array(rows.extend({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** State of each sequence. `called` is true if `last` has been used. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.string(), called: z.boolean() })),
  /** Unfinished jobs of the queues, with the columns JOB_COLUMNS. */
  jobs: rows,
  /** Stored files. The hash covers the lines `sha256  key` (the format of sha256sum) in archive order. */
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0), sha256: sum }),
  /** Hash of the secret, or null if the portal had none yet. */
  secret: sum.nullable(),
})

export const JOB_COLUMNS = ['id', 'name', 'data'] as const

/** Entry names. The archive is a tar of folders that can be unpacked and read by hand. */
export const MANIFEST_ENTRY = 'manifest.json'
export const SECRET_ENTRY = 'auth-secret'
export const fileEntry = (key: string) => `files/${key}`
export const tableEntry = (table: string, piece: number) => `tables/${table}/${String(piece).padStart(5, '0')}.copy`
export const jobsEntry = (piece: number) => `jobs/${String(piece).padStart(5, '0')}.copy`

/** Returns what an entry contains, by its name, or null if no archive has an entry of this name. */
export function kindOfEntry(
  name: string,
): { kind: 'table'; table: string } | { kind: 'file'; key: string } | { kind: 'jobs' | 'secret' | 'manifest' } | null {
  if (name === MANIFEST_ENTRY) return { kind: 'manifest' }
  if (name === SECRET_ENTRY) return { kind: 'secret' }
  if (/^jobs\/\d+\.copy$/.test(name)) return { kind: 'jobs' }
  const table = /^tables\/([a-z0-9_]+)\/\d+\.copy$/.exec(name)?.[1]
  if (table) return { kind: 'table', table }
  return name.startsWith('files/') ? { kind: 'file', key: name.slice('files/'.length) } : null
}
