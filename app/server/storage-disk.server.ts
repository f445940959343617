import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { log } from './log.server.ts'
import {
  checkFolder,
  checkKey,
  checkNewKey,
  isStorageKey,
  STORED_FOLDERS,
  StorageDownError,
} from './storage-key.server.ts'
import type { Storage } from './storage.server.ts'

/** Files in a folder of this machine. */
export function diskStorage(root: string): Storage {
  const fileOf = (key: string) => {
    checkKey(key)
    return path.join(root, key)
  }
  return {
    async put(key, content) {
      checkNewKey(key)
      const file = fileOf(key)
      await orDown(() => write(file, content))
    },
    async get(key) {
      const file = fileOf(key)
      return orDown(() => read(file))
    },
    async *list(folders = STORED_FOLDERS) {
      for (const folder of folders) yield* listFiles(root, folder)
    },
    async remove(key) {
      const file = fileOf(key)
      await orDown(() => remove(file))
    },
    async removeAll(folder) {
      checkFolder(folder)
      await orDown(() => rm(path.join(root, folder), { recursive: true, force: true }))
    },
  }
}

/** Beside its place first, and onto the disk, so that a crash leaves the old file or the new one and no half of it. */
async function write(file: string, content: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const beside = path.join(path.dirname(file), `${besideStart(file)}${randomBytes(9).toString('base64url')}`)
  try {
    const handle = await open(beside, 'wx')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** How what is written beside a file is named: what a kill cut there is found by it. */
function besideStart(file: string): string {
  return `.${path.basename(file)}.`
}

/** With what was cut of it. */
async function remove(file: string): Promise<void> {
  await rm(file, { force: true })
  const folder = path.dirname(file)
  const cut = (await readdir(folder).catch(emptyWhereMissing)).filter((name) => name.startsWith(besideStart(file)))
  for (const name of cut) await rm(path.join(folder, name), { force: true })
}

async function read(file: string): Promise<ReadableStream<Uint8Array> | null> {
  try {
    const handle = await open(file)
    return Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

async function* listFiles(root: string, folder: string): AsyncGenerator<string, void, undefined> {
  const entries = await orDown(() => opendir(path.join(root, folder)).catch(emptyWhereMissing))
  for await (const entry of entries) {
    const key = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* listFiles(root, key)
    else if (isStorageKey(key)) yield key
  }
}

function emptyWhereMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function orDown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    log().error({ err: error }, 'The folder of stored files cannot be used')
    throw new StorageDownError('The folder of stored files cannot be used')
  }
}
