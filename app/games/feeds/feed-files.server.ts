import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { deleteUnnamedFile } from '../../server/files/delete-files.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { readUpload } from '../../server/http/multipart/read-upload.server.ts'
import { STORAGE_DOWN, StorageDownError } from '../../server/files/storage-key.server.ts'
import { storage } from '../../server/files/storage.server.ts'
import { inTemporaryFolder } from '../../server/files/temporary-folder.server.ts'
import { FeedError } from '../import/feed-error.server.ts'
import { FEED_FILE_BYTES } from './feed-form-rules.ts'

/** Storage of uploaded feeds. They are compressed, because the feeds of large providers are long and repetitive. */

const KEY = /^feed_files\/[\w-]{32}\.gz$/

const DAY_S = 24 * 3600

/** A form that may include a file. `fault` is the reason why the file was not stored. */
export type FeedUpload = {
  form: FormData
  stored: { key: string; name: string } | null
  fault: typeof STORAGE_DOWN | null
}

/** Reads a form with an uploaded feed, and stores the file while it arrives. `stored` is null if there is no file. */
export async function readFeedUpload(request: Request): Promise<FeedUpload> {
  let fault: FeedUpload['fault'] = null
  const { form, stored } = await readUpload(request, FEED_FILE_BYTES, async ({ name, chunks }) => {
    await limit('uploads', request)
    try {
      return { name: name.slice(-200), key: await storeFeedFile(chunks) }
    } catch (error) {
      if (!(error instanceof StorageDownError)) throw error
      // The whole file has been read, so the form can be shown again with its other fields.
      fault = STORAGE_DOWN
      return null
    }
  })
  return { form, stored, fault }
}

/**
 * Stores an uploaded feed while it arrives, and returns its key. The file is deleted after a day if no feed refers to
 * it.
 */
async function storeFeedFile(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const key = `feed_files/${randomBytes(24).toString('base64url')}.gz`
  await inTemporaryFile(async (packed) => {
    await pipeline(Readable.from(chunks), createGzip(), createWriteStream(packed))
    await deleteUnnamedFile([key], undefined, DAY_S)
    await storage().putFile(key, packed, 'application/gzip')
  })
  return key
}

/** Whether a text has the form of an uploaded feed's key. Forms pass the key from step to step. */
export function isFeedFileKey(text: string): boolean {
  return KEY.test(text)
}

/**
 * Calls `work` with the path of a copy of an uploaded feed, and deletes the copy afterwards. Throws a FeedError if the
 * file no longer exists.
 */
export async function withFeedFile<T>(key: string, work: (file: string) => Promise<T>): Promise<T> {
  if (!isFeedFileKey(key)) throw new FeedError('is not an uploaded file')
  return inTemporaryFile(async (file) => {
    const stored = await storage().get(key)
    if (!stored) throw new FeedError('was deleted. Upload it again')
    await pipeline(Readable.fromWeb(stored as never), createGunzip(), createWriteStream(file))
    return work(file)
  })
}

/** Calls `work` with an unused file path, and deletes the file afterwards. */
function inTemporaryFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder((folder) => work(path.join(folder, 'feed')))
}
