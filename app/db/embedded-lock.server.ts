import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError } from './embedded-account.server.ts'

/** Held until it is released, or until the process ends in any way. */
export type Lock = {
  /**
   * Takes the lock again if its file was removed, since the old lock no longer excludes other processes. Has no effect
   * if that fails.
   */
  renew: () => void
  release: () => void
}

/** Without these references, the garbage collector would close a database and release its lock. */
const held = new Set<DatabaseSync>()

/**
 * Takes a lock on a file; returns null if another process holds a conflicting lock. Node has no file locks, but it
 * includes SQLite, which uses those of the kernel. They end with their process, so neither a kill -9 nor a reused pid
 * leaves a stale lock.
 */
export function tryLock(file: string, kind: 'exclusive' | 'shared'): Lock | null {
  let lock = hold(file, kind)
  if (!lock) return null
  let made = inodeOf(file)
  return {
    renew() {
      if (!lock || inodeOf(file) === made) return
      const anew = holdAnew(file, kind)
      if (!anew) return
      drop(lock)
      lock = anew
      made = inodeOf(file)
    },
    release() {
      if (lock) drop(lock)
      lock = null
    },
  }
}

/**
 * Creates an empty file if it is missing. The file belongs to the owner of its folder, even if root creates it, as with
 * sudo.
 */
export function makePrivateFile(file: string): void {
  if (fs.existsSync(file)) return // opening and closing it would release this process's lock on it
  fs.closeSync(fs.openSync(file, 'a', 0o600))
  const { uid, gid } = fs.statSync(path.dirname(file))
  if (process.getuid?.() === 0) fs.chownSync(file, uid, gid)
}

function hold(file: string, kind: 'exclusive' | 'shared'): DatabaseSync | null {
  const lock = new DatabaseSync(file)
  try {
    // Without this setting, a lock would leave a journal next to its file. Nothing is ever written to the database.
    lock.exec('pragma journal_mode = memory')
    lock.exec(kind === 'exclusive' ? 'begin exclusive' : 'begin; select count(*) from sqlite_master')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw new DatabaseStartError(`${file} cannot be locked: ${(error as Error).message}`, { cause: error })
  }
  held.add(lock)
  return lock
}

/** Returns null if another process was faster, or if the folder was removed. */
function holdAnew(file: string, kind: 'exclusive' | 'shared'): DatabaseSync | null {
  try {
    makePrivateFile(file)
    return hold(file, kind)
  } catch {
    return null
  }
}

function drop(lock: DatabaseSync): void {
  held.delete(lock)
  lock.close()
}

function inodeOf(file: string): number | undefined {
  return fs.statSync(file, { throwIfNoEntry: false })?.ino
}

/** Waits for a lock; returns null if it does not become free within `timeoutMs`, or if the signal aborts the wait. */
export async function waitForLock(
  file: string,
  kind: 'exclusive' | 'shared',
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Lock | null> {
  for (const end = performance.now() + timeoutMs; ; await sleep(15)) {
    const lock = tryLock(file, kind)
    if (lock || signal?.aborted || performance.now() > end) return lock
  }
}

const SQLITE_BUSY = 5
