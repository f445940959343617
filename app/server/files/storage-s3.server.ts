import { open } from 'node:fs/promises'
import { S3mini } from 's3mini'
import { log } from '../process/log.server.ts'
import {
  checkFolder,
  checkKey,
  checkNewKey,
  isStorageKey,
  STORED_FOLDERS,
  StorageDownError,
} from './storage-key.server.ts'
import type { Storage } from './storage-key.server.ts'

export type S3Settings = {
  /** The service's URL. The bucket is the first segment of the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * If the service does not respond within this time, it counts as down, since nobody should wait longer for a picture.
 */
const TIMEOUT_MS = 5000
/** Larger files are uploaded in parts of this size, with one part in memory at a time. */
const PART_BYTES = 8 << 20
/** Enough for a connection of 1.2 Mbit/s. */
const PART_TIMEOUT_MS = 60_000

export function s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): Storage {
  const service = { endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey }
  const s3 = new S3mini({ ...service, fetch: fetchInTime })
  const parts = new S3mini({ ...service, requestAbortTimeout: PART_TIMEOUT_MS })
  return {
    async put(key, content, type) {
      checkNewKey(key)
      await orDown(() => s3.putObject(key, Buffer.from(content), type))
    },
    async putFile(key, file, type) {
      checkNewKey(key)
      await orDown(() => putFile(parts, { key, file, type }))
    },
    async get(key, part) {
      checkKey(key)
      if (!part) return (await orDown(() => s3.getObjectResponse(key)))?.body ?? null
      return orDown(async () => {
        const { start, bytes } = part
        const response = await s3.getObjectRaw(key, false, start, start + bytes).catch(nullWhereMissing)
        if (response && response.status !== 206) throw new Error(`A part was answered with ${response.status}`)
        return response?.body ?? null
      })
    },
    async has(key) {
      checkKey(key)
      return (await orDown(() => s3.objectExists(key))) !== false
    },
    async *list(folders = STORED_FOLDERS) {
      for (const folder of folders) {
        for (let next: string | undefined, first = true; first || next; first = false) {
          const page = await orDown(() => s3.listObjectsPaged('/', `${folder}/`, 1000, next))
          for (const { Key } of page?.objects ?? []) if (isStorageKey(Key)) yield Key
          next = page?.nextContinuationToken
        }
      }
    },
    async remove(key) {
      checkKey(key)
      await orDown(() => s3.deleteObject(key))
    },
    async removeAll(folder) {
      checkFolder(folder)
      // The slash excludes folders whose names begin with this one.
      const files = (await orDown(() => s3.listObjects('/', `${folder}/`))) ?? []
      await Promise.all(files.map(({ Key }) => orDown(() => s3.deleteObject(Key))))
    },
  }
}

/**
 * Limits the time until a response starts, and the time of the whole response unless it is a file. A file is sent as
 * fast as the client reads it; `fetch` itself ends it if the service sends nothing for five minutes.
 */
async function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const bytes = init.body instanceof Uint8Array ? init.body.byteLength : 0
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS + (bytes / PART_BYTES) * PART_TIMEOUT_MS)
  timer.unref()
  const response = await fetch(input, { ...init, signal: late.signal })
  const isFile = init.method === 'GET' && response.ok && !response.url.includes('list-type=')
  if (isFile) clearTimeout(timer)
  return response
}

/** Uploads a file, in parts if it is large. If the upload fails, its parts are discarded. */
async function putFile(s3: S3mini, { key, file, type }: { key: string; file: string; type: string }): Promise<void> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const read = async (start: number) => {
      const bytes = Math.min(PART_BYTES, size - start)
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, start)
      if (bytesRead !== bytes) throw new Error('The file has become shorter')
      return buffer
    }
    if (size <= PART_BYTES) {
      await s3.putObject(key, size ? await read(0) : Buffer.alloc(0), type)
      return
    }
    const upload = await s3.getMultipartUploadId(key, type)
    try {
      const sent: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
      for (let start = 0; start < size; start += PART_BYTES)
        sent.push(await s3.uploadPart(key, upload, await read(start), sent.length + 1))
      await s3.completeMultipartUpload(key, upload, sent)
    } catch (error) {
      await s3.abortMultipartUpload(key, upload).catch(() => {})
      throw error
    }
  } finally {
    await handle.close()
  }
}

function nullWhereMissing(error: unknown): null {
  if ((error as { status?: number }).status === 404) return null
  throw error
}

/**
 * Replaces the service's error, since a refused connection would be mistaken for that of the database
 * (db/database-outage.server.ts).
 */
async function orDown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    log().error({ err: error }, 'The S3 storage request failed')
    throw new StorageDownError('The S3 storage request failed')
  }
}
