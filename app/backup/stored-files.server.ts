import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { config } from '../server/process/config.server.ts'
import { STORED_TYPE, StorageDownError } from '../server/files/storage-key.server.ts'
import { storage } from '../server/files/storage.server.ts'

/** Passes each file that is not in `seen` to `add`, and adds its key to `seen`. Returns the keys of missing files. */
export async function readStoredFiles(
  keysToRead: AsyncIterable<string> | Iterable<string>,
  seen: Set<string>,
  add: (key: string, content: Uint8Array) => Promise<void>,
): Promise<string[]> {
  const missing: string[] = []
  for await (const keys of inBatches(keysToRead)) {
    const fresh = keys.filter((key) => !seen.has(key))
    const contents = await Promise.all(fresh.map(read))
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
        .put(key, content, STORED_TYPE)
        .catch((error: unknown) => void (fault ??= { error }))
        .finally(() => writing.delete(done))
      writing.add(done)
      if (writing.size >= AT_ONCE) await Promise.race(writing)
      if (fault) throw fault.error
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

export async function removeStoredFiles(keys: Iterable<string>): Promise<void> {
  for await (const batch of inBatches(keys)) await Promise.all(batch.map((key) => storage().remove(key)))
}

async function read(key: string): Promise<Uint8Array | null> {
  const stream = await storage().get(key)
  if (!stream) return null
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer())
  } catch (error) {
    // Omit the cause, which would be mistaken for a database error.
    throw new StorageDownError(`The storage broke off in the middle of ${key} (${(error as Error).message})`)
  }
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
