import { z } from 'zod'

/** A backup that cannot be made or put back; its message is one sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Raised when an older Playhall could no longer read what a newer one writes. */
export const FORMAT = 1

/** Tables are cut at the ends of rows into pieces of this size, so that neither side holds more than one. */
export const PIECE_BYTES = 4 << 20

/** No piece and no file of a player comes near it. */
export const ENTRY_BYTES = 64 << 20

const sum = z.string().regex(/^[0-9a-f]{64}$/)
const rows = z.object({ rows: z.int().min(0), bytes: z.int().min(0), sha256: sum })

/** What an archive's last entry, manifest.json, says of all others. Sums are SHA-256, in hex. */
export type Manifest = z.infer<typeof manifestSchema>
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The release that made it. */
  playhall: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  /** How many migrations the database had, and the hash of the last. */
  schema: z.object({ migrations: z.int().min(1), hash: sum }),
  tables: z.array(rows.extend({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** Where numbers go on; `called`: whether `last` was given out. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.string(), called: z.boolean() })),
  /** What is still to be done of the queues, with the columns JOB_COLUMNS. */
  jobs: rows,
  /** Files of players; the sum is that of the lines `sha256  key` in the archive's order, as sha256sum prints them. */
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0), sha256: sum }),
  /** The sum of the secret; null where it had none yet. */
  secret: sum.nullable(),
})

export const JOB_COLUMNS = ['id', 'name', 'data'] as const

/** The entries of an archive: a tar of folders that can be unpacked and read by hand. */
export const MANIFEST_ENTRY = 'manifest.json'
export const SECRET_ENTRY = 'auth-secret'
export const fileEntry = (key: string) => `files/${key}`
export const tableEntry = (table: string, piece: number) => `tables/${table}/${String(piece).padStart(5, '0')}.copy`
export const jobsEntry = (piece: number) => `jobs/${String(piece).padStart(5, '0')}.copy`

/** What an entry holds, by its name; null for one that no archive has. */
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
