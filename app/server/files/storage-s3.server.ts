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

export function s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): Storage {
  const s3 = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: TIMEOUT_MS,
  })
  return {
    async put(key, content, type) {
      checkNewKey(key)
      await orDown(() => s3.putObject(key, Buffer.from(content), type))
    },
    async get(key) {
      checkKey(key)
      return (await orDown(() => s3.getObjectResponse(key)))?.body ?? null
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
