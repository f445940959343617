import type { Transaction } from '../db/connection.server.ts'
import { type Job, type Queue, addJob, sqlOf } from './jobs.server.ts'
import { STORED_FOLDERS } from './storage-key.server.ts'
import { storage } from './storage.server.ts'

/** Files that no row names any more: one by its key, or all of a player. */
type Forgotten = { key: string } | { playerId: string }

/** A storage that is down for a week has them removed all the same. */
const queue: Queue<Forgotten> = {
  name: 'forget-files',
  retries: { limit: 60, firstAfterS: 5, atMostS: 6 * 3600 },
  expiresAfterS: 600,
}

/**
 * Removes files once the transaction that takes them from their rows has committed, and only then: whatever is killed, and whether the
 * storage is up or not, either all stays or all goes in the end (docs/decisions/009-what-a-deleted-account-leaves.md).
 */
export function forgetFiles(forgotten: Forgotten, tx: Transaction): Promise<void> {
  return addJob(queue, forgotten, sqlOf(tx))
}

export const forgettingFiles: Job<Forgotten> = {
  queue,
  async work(forgotten) {
    if ('key' in forgotten) await storage().remove(forgotten.key)
    else for (const folder of STORED_FOLDERS) await storage().removeAll(`${folder}/${forgotten.playerId}`)
  },
}
