import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { isStorageKey } from '../server/files/storage-key.server.ts'
import { temporaryFolder } from '../server/files/temporary-folder.server.ts'
import {
  BackupError,
  ENTRY_BYTES,
  FORMAT,
  kindOfEntry,
  LARGE_FILE_BYTES,
  type LargeFile,
  type Manifest,
  manifestSchema,
} from './archive-format.server.ts'
import { writeLarge } from './stored-files.server.ts'
import { createTally, sha256, type Tally } from './tally.server.ts'

export type Entry =
  | { kind: 'table'; table: string; content: Buffer }
  | { kind: 'jobs'; content: Buffer }
  | { kind: 'file'; key: string; content: Buffer }
  | { kind: 'large file'; key: string; content: LargeFile }
  | { kind: 'secret'; content: Buffer }

/**
 * Yields the entries of an archive in order. Only one is in memory at a time: the next entry overwrites its content.
 * Large files are in a temporary file until the next entry.
 * Returns the manifest once all counts and hashes match. Throws a BackupError for a truncated, altered or foreign file.
 */
export async function* readArchive(file: string): AsyncGenerator<Entry, Manifest, undefined> {
  const tally = createTally()
  let manifest: Manifest | null = null
  let secret: string | null = null
  for await (const { name, content } of unpack(file)) {
    const entry = kindOfEntry(name)
    // No entry may follow the manifest.
    if (!entry || manifest || (entry.kind === 'file' && !isStorageKey(entry.key))) throw await refusalOf(file)
    if (entry.kind === 'file') {
      tally.addFile(entry.key, content)
      yield 'file' in content ? { kind: 'large file', key: entry.key, content } : { ...entry, content }
      continue
    }
    // Only files are large.
    if ('file' in content) throw await refusalOf(file)
    if (entry.kind === 'manifest') {
      manifest = await readManifest(file, content)
      continue
    }
    if (entry.kind === 'table') tally.addRows(entry.table, content)
    if (entry.kind === 'jobs') tally.addRows('', content)
    if (entry.kind === 'secret') secret = sha256(content)
    yield { ...entry, content } as Entry
  }
  if (!manifest) throw new BackupError(`${file} is cut off: its end is missing`)
  if (secret !== manifest.secret || !agrees(tally, manifest)) {
    throw new BackupError(`${file} is damaged: its counts and sums are not those that it was made with`)
  }
  return manifest
}

/** Reads a whole archive and returns its manifest. Throws the same errors as `readArchive`. */
export async function checkArchive(file: string): Promise<Manifest> {
  const entries = readArchive(file)
  for (;;) {
    const { done, value } = await entries.next()
    if (done) return value
  }
}

type Unpacked = { name: string; content: Buffer | LargeFile }

async function* unpack(file: string): AsyncGenerator<Unpacked, void, undefined> {
  const tar = extract()
  const folder = temporaryFolder()
  let buffer = Buffer.alloc(0)
  const read = pipeline(createReadStream(file), createGunzip(), tar)
  read.catch(() => {}) // Awaited below. Without a handler, a failure in the loop would end the process.
  try {
    for await (const entry of tar) {
      const { name, size = 0, type } = entry.header
      const isFile = kindOfEntry(name)?.kind === 'file'
      if (type !== 'file' || (size > ENTRY_BYTES && !isFile)) throw await refusalOf(file)
      if (isFile && size > LARGE_FILE_BYTES) {
        yield { name, content: await writeLarge(entry, await folder.pathOf('file')) }
        continue
      }
      if (size > buffer.length) buffer = Buffer.allocUnsafe(size)
      let bytes = 0
      for await (const piece of entry) bytes += (piece as Buffer).copy(buffer, bytes)
      yield { name, content: buffer.subarray(0, bytes) }
    }
    await read
  } catch (error) {
    throw await explain(file, error as NodeJS.ErrnoException)
  } finally {
    await folder.remove()
  }
}

function agrees(tally: Tally, manifest: Manifest): boolean {
  const known = new Map(manifest.tables.map(({ name, ...table }) => [name, table]))
  const same = (name: string, claimed: Manifest['jobs'] | undefined) => {
    const { rows, bytes, sha256: sum } = tally.rowsOf(name)
    return rows === claimed?.rows && bytes === claimed.bytes && sum === claimed.sha256
  }
  const { count, bytes, sha256: sum } = tally.files()
  return (
    [...known.keys(), ...tally.names().filter(Boolean)].every((name) => same(name, known.get(name))) &&
    same('', manifest.jobs) &&
    count === manifest.files.count &&
    bytes === manifest.files.bytes &&
    sum === manifest.files.sha256
  )
}

async function readManifest(file: string, content: Buffer): Promise<Manifest> {
  let claimed: unknown
  try {
    claimed = JSON.parse(String(content))
  } catch {
    throw await refusalOf(file)
  }
  const { format } = (claimed ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupError(`${file} was made by a newer Playhall: restore it with that release`)
  }
  const parsed = manifestSchema.safeParse(claimed)
  if (!parsed.success) throw await refusalOf(file)
  return parsed.data
}

/**
 * Returns the error for invalid content. Gzip's checksum shows whether the file was altered or is not an archive of
 * ours.
 */
async function refusalOf(file: string): Promise<Error> {
  const fault = await pipeline(createReadStream(file), createGunzip(), async (pieces) => {
    for await (const _ of pieces);
  }).catch((error: NodeJS.ErrnoException) => error)
  return fault ? explain(file, fault) : new BackupError(`${file} is no backup of Playhall`)
}

async function explain(file: string, error: NodeJS.ErrnoException): Promise<Error> {
  if (error instanceof BackupError) return error
  if (error.code === 'ENOENT') return new BackupError(`${file} is not there`)
  if (error.message === 'incorrect header check' || error.message === 'unknown compression method') {
    return new BackupError(`${file} is no backup of Playhall, or its first bytes are damaged`)
  }
  if (error.code === 'Z_BUF_ERROR' || error.message === 'Unexpected end of data') {
    return new BackupError(`${file} is cut off: its end is missing`)
  }
  if (error.code?.startsWith('Z_')) return new BackupError(`${file} is damaged: ${error.message}`)
  if (error.message.startsWith('Invalid tar header')) return refusalOf(file)
  return new BackupError(`${file} cannot be read: ${error.message}`, { cause: error })
}
