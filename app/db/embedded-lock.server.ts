import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError } from './embedded-account.server.ts'

/** Held until released, or until the process ends in whatever way. */
export type Lock = { release: () => void }

/** An open database that nobody refers to is closed by the garbage collector, and its lock is gone. */
const held = new Set<DatabaseSync>()

/**
 * Takes a lock on a file, or gives null when somebody else is in the way. Node has no locks of files; SQLite, which it
 * brings, takes the kernel's: they end with their process, so neither a kill -9 nor a reused pid leaves a stale one.
 */
export function tryLock(file: string, kind: 'exclusive' | 'shared'): Lock | null {
  const lock = new DatabaseSync(file)
  try {
    // Nothing is ever written: without this, a lock would leave a journal beside its file.
    lock.exec('pragma journal_mode = memory')
    lock.exec(kind === 'exclusive' ? 'begin exclusive' : 'begin; select count(*) from sqlite_master')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw new DatabaseStartError(`${file} cannot be locked: ${(error as Error).message}`, { cause: error })
  }
  held.add(lock)
  return {
    release() {
      if (held.delete(lock)) lock.close()
    },
  }
}

/** Takes a lock, waiting for it; null when it was not free within so many milliseconds, or until the signal. */
export async function waitForLock(
  file: string,
  kind: 'exclusive' | 'shared',
  patience: number,
  signal?: AbortSignal,
): Promise<Lock | null> {
  for (const end = performance.now() + patience; ; await sleep(15)) {
    const lock = tryLock(file, kind)
    if (lock || signal?.aborted || performance.now() > end) return lock
  }
}

const SQLITE_BUSY = 5
