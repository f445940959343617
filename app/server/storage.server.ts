import path from 'node:path'
import { type Config, config } from './config.server.ts'
import { diskStorage } from './storage-disk.server.ts'
import { s3Storage } from './storage-s3.server.ts'

/**
 * Where files of players are kept, each under a key like `profile_pictures/{player}/{random}.webp`. All functions throw
 * a StorageDownError where the place cannot be reached, and a TypeError for a key that is none.
 */
export type Storage = {
  /** Keeps a file, whole or not at all; over one that is there already. */
  put: (key: string, content: Uint8Array, type: string) => Promise<void>
  /** The file's content; null where there is none. Read it or cancel it. */
  get: (key: string) => Promise<ReadableStream<Uint8Array> | null>
  /** The keys of all files, or of those in some folders, in no order. */
  list: (folders?: string[]) => AsyncIterable<string>
  /** A file that is not there is removed already. */
  remove: (key: string) => Promise<void>
  /** Removes every file below `profile_pictures/{player}`. */
  removeAll: (folder: string) => Promise<void>
}

/**
 * What an operator of several nodes should know of these settings: they share the database, but not the files of players.
 * Null where there is nothing to warn of.
 */
export function storageWarning({ databaseUrl, s3 }: Pick<Config, 'databaseUrl' | 's3'>): string | null {
  if (!databaseUrl || s3) return null
  return 'Pictures of players are kept in DATA_DIR of this node alone: several nodes on one database need S3_ENDPOINT, or one DATA_DIR that all of them share. Without either, a load balancer needs sticky sessions, since a node cannot serve the assets of another build'
}

/** The portal's storage: the bucket of the settings, or a folder in DATA_DIR. */
export function storage(): Storage {
  opened ??= openStorage()
  return opened
}

let opened: Storage | undefined

function openStorage(): Storage {
  const { s3, dataDir } = config()
  return s3 ? s3Storage(s3) : diskStorage(path.join(dataDir, 'files'))
}
