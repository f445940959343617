import type { Storage } from './storage-key.server.ts'
import path from 'node:path'
import { type Config, config } from '../process/config.server.ts'
import { diskStorage } from './storage-disk.server.ts'
import { s3Storage } from './storage-s3.server.ts'

/**
 * Returns a warning for operators whose nodes share the database but not the players' files; null if it does not apply.
 */
export function storageWarning({ databaseUrl, s3 }: Pick<Config, 'databaseUrl' | 's3'>): string | null {
  if (!databaseUrl || s3) return null
  return (
    'Player pictures are stored only in DATA_DIR of this node: ' +
    'several nodes on one database need S3_ENDPOINT, or one DATA_DIR that all of them share. ' +
    'Without either, a load balancer needs sticky sessions, ' +
    'since a node cannot serve the assets of another build'
  )
}

/** Returns the portal's storage: the configured bucket, or a folder in DATA_DIR. */
export function storage(): Storage {
  opened ??= openStorage()
  return opened
}

let opened: Storage | undefined

function openStorage(): Storage {
  const { s3, dataDir } = config()
  return s3 ? s3Storage(s3) : diskStorage(path.join(dataDir, 'files'))
}
