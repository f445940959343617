import { open, opendir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { log } from '../process/log.server.ts'
import {
  checkFolder,
  checkKey,
  checkNewKey,
  isStorageKey,
  STORED_FOLDERS,
  StorageDownError,
} from './storage-key.server.ts'
import type { FilePart, Storage } from './storage-key.server.ts'
import { copyWhole, temporaryPrefix, writeWhole } from './write-file-whole.server.ts'

export function diskStorage(root: string): Storage {
  const fileOf = (key: string) => {
    checkKey(key)
    return path.join(root, key)
  }
  return {
    async put(key, content) {
      checkNewKey(key)
      const file = fileOf(key)
      await orDown(() => writeWhole(file, content))
    },
    async putFile(key, content) {
      checkNewKey(key)
      const file = fileOf(key)
      await orDown(() => copyWhole(content, file))
    },
    async get(key, part) {
      const file = fileOf(key)
      return orDown(() => read(file, part))
    },
    async has(key) {
      const file = fileOf(key)
      return orDown(() => exists(file))
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

/** Removes a file, and what interrupted writes left of it. */
async function remove(file: string): Promise<void> {
  await rm(file, { force: true })
  const folder = path.dirname(file)
  const cut = (await readdir(folder).catch(emptyWhereMissing)).filter((name) => name.startsWith(temporaryPrefix(file)))
  for (const name of cut) await rm(path.join(folder, name), { force: true })
}

async function read(file: string, part?: FilePart): Promise<ReadableStream<Uint8Array> | null> {
  try {
    const handle = await open(file)
    const range = part && { start: part.start, end: part.start + part.bytes - 1 }
    return Readable.toWeb(handle.createReadStream(range)) as ReadableStream<Uint8Array>
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
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
