import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { config } from '../server/process/config.server.ts'
import { STORED_TYPE, StorageDownError } from '../server/files/storage-key.server.ts'
import { storage } from '../server/files/storage.server.ts'
import { temporaryFolder } from '../server/files/temporary-folder.server.ts'
import { LARGE_FILE_BYTES, type LargeFile } from './archive-format.server.ts'

/**
 * Passes each file that is not in `seen` to `add`, and adds its key to `seen`. Large files are copied to this machine
 * before. Returns the keys of missing files.
 */
export async function readStoredFiles(
  keysToRead: AsyncIterable<string> | Iterable<string>,
  seen: Set<string>,
  add: (key: string, content: Uint8Array | LargeFile) => Promise<void>,
): Promise<string[]> {
  const missing: string[] = []
  const folder = temporaryFolder()
  try {
    for await (const keys of inBatches(keysToRead)) {
      const fresh = keys.filter((key) => !seen.has(key))
      const contents = await Promise.all(fresh.map((key, at) => read(key, () => folder.pathOf(String(at)))))
      for (const [at, key] of fresh.entries()) {
        const content = contents[at]
        if (!content) {
          missing.push(key)
          continue
        }
        seen.add(key)
        await add(key, content)
      }
    }
  } finally {
    await folder.remove()
  }
  return missing
}

export async function listStoredFiles(): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const key of storage().list()) keys.add(key)
  return keys
}

/** Writes files to the storage, several at once, and adds their keys to `put`. */
export function writeStoredFiles(put: Set<string>) {
  const writing = new Set<Promise<void>>()
  let fault: { error: unknown } | null = null
  return {
    async add(key: string, content: Uint8Array): Promise<void> {
      put.add(key)
      const done = storage()
        .put(key, content, typeOf(key))
        .catch((error: unknown) => void (fault ??= { error }))
        .finally(() => writing.delete(done))
      writing.add(done)
      if (writing.size >= AT_ONCE) await Promise.race(writing)
      if (fault) throw fault.error
    },
    /** Writes a large file, which may be removed afterwards. */
    async addLarge(key: string, { file }: LargeFile): Promise<void> {
      put.add(key)
      await storage().putFile(key, file, typeOf(key))
    },
    /** Resolves when no write is pending. */
    async settled(): Promise<void> {
      await Promise.all(writing)
    },
    /** Throws if a write failed. */
    check(): void {
      if (fault) throw fault.error
    },
  }
}

/** Removes files until the storage fails. Returns how many were removed. */
export async function removeStoredFiles(keys: Iterable<string>): Promise<number> {
  let removed = 0
  for await (const batch of inBatches(keys)) {
    const results = await Promise.allSettled(batch.map((key) => storage().remove(key)))
    const done = results.filter(({ status }) => status === 'fulfilled').length
    removed += done
    // Each further file might wait for a timeout.
    if (done < batch.length) break
  }
  return removed
}

/** Returns the content of a file, or its copy if it is large; null if it does not exist. */
async function read(key: string, copyTo: () => Promise<string>): Promise<Uint8Array | LargeFile | null> {
  const stream = await storage().get(key)
  if (!stream) return null
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    const chunks = stream[Symbol.asyncIterator]()
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      pieces.push(next.value)
      bytes += next.value.length
      if (bytes > LARGE_FILE_BYTES) return await copyLarge(pieces, chunks, await copyTo())
    }
    return Buffer.concat(pieces)
  } catch (error) {
    // Omit the cause, which would be mistaken for a database error.
    throw new StorageDownError(`The storage broke off in the middle of ${key} (${(error as Error).message})`)
  }
}

async function copyLarge(start: Uint8Array[], rest: AsyncIterator<Uint8Array>, file: string): Promise<LargeFile> {
  return writeLarge(
    (async function* () {
      yield* start
      yield* { [Symbol.asyncIterator]: () => rest }
    })(),
    file,
  )
}

/** Writes content that is too large for memory to a file. */
export async function writeLarge(pieces: AsyncIterable<Uint8Array>, file: string): Promise<LargeFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const count = async function* (counted: AsyncIterable<Uint8Array>) {
    for await (const piece of counted) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  await pipeline(pieces, count, createWriteStream(file))
  return { file, bytes, sha256: hash.digest('hex') }
}

function typeOf(key: string): string {
  return key.endsWith('.webp') ? STORED_TYPE : 'application/octet-stream'
}

/** If root restored for another account, makes the owner of DATA_DIR the owner of the files. */
export function giveFilesToOwner(): void {
  const { s3, dataDir } = config()
  const folder = path.join(dataDir, 'files')
  if (s3 || process.getuid?.() !== 0 || !existsSync(folder)) return
  const { uid, gid } = statSync(dataDir)
  spawnSync('chown', ['-R', `${uid}:${gid}`, folder])
}

/** Groups keys into batches: a remote storage handles many requests in the time of one. */
async function* inBatches(keys: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string[], void, undefined> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

const AT_ONCE = 16
