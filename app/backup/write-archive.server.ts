import { constants, createReadStream, type Stats } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { BackupError, type LargeFile } from './archive-format.server.ts'

export type ArchiveWriter = {
  /** Resolves when the next entry may be added. The buffer of the content may then be reused. */
  add: (entry: string, content: Uint8Array | LargeFile) => Promise<void>
  /** Flushes the archive to disk and renames it to its final name. Resolves with its size in bytes. */
  finish: () => Promise<number>
  /** Deletes the unfinished archive. Does nothing if the archive is finished. */
  abandon: () => Promise<void>
}

/**
 * Begins an archive as `{file}.part`, which only its owner can read until it is complete. Throws a BackupError if
 * `file` exists or cannot be written.
 */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const target = path.resolve(file)
  const part = `${target}.part`
  if (await stat(target).catch(() => null)) throw new BackupError(`${file} is there already: give another name`)
  const handle = await asBackupError(file, async () => {
    await rm(part, { force: true }) // A backup that was killed may have left this file.
    return open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  })
  const tar = pack()
  const { ino } = await handle.stat()
  // A second backup to the same name deletes the partial file of the first.
  const isOurPartFile = (found: Stats | null) => found?.ino === ino
  // The stream flushes the file to disk and also closes `handle`.
  const output = handle.createWriteStream({ flush: true })
  const written = pipeline(tar, createGzip({ level: 5 }), output)
  written.catch(() => {}) // `add` and `finish` report the error.
  const mtime = new Date()
  let finished = false
  return {
    async add(name, content) {
      const [source, size] =
        'file' in content ? [createReadStream(content.file), content.bytes] : [copySlices(content), content.byteLength]
      const add = async () => pipeline(source, tar.entry({ name, size, mode: 0o600, mtime }))
      const added = add()
      // If both fail, as on a full disk, report the file's error.
      await asBackupError(file, () => Promise.race([written.then(() => added), added.catch(() => written)]))
    },
    async finish() {
      return asBackupError(file, async () => {
        tar.finalize()
        await written
        const now = await stat(part)
        if (!isOurPartFile(now)) throw new BackupError(`Another backup is being written to ${file}`)
        finished = true
        await rename(part, target)
        const folder = await open(path.dirname(target))
        await folder.sync().finally(() => folder.close())
        return now.size
      })
    },
    async abandon() {
      if (finished) return
      tar.destroy()
      await written.catch(() => {})
      if (isOurPartFile(await stat(part).catch(() => null))) await rm(part)
    },
  }
}

/**
 * Yields small copies, which are freed soon. Large pieces would stay in memory until the next full garbage collection.
 */
function* copySlices(content: Uint8Array): Generator<Buffer, void, undefined> {
  for (let at = 0; at < content.byteLength; at += SLICE_BYTES) yield Buffer.from(content.subarray(at, at + SLICE_BYTES))
}

const SLICE_BYTES = 64 << 10

async function asBackupError<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${file} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}
