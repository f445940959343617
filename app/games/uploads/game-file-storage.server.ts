import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { z } from 'zod'
import { backgroundDatabase, type Transaction } from '../../db/connection.server.ts'
import { prepared, preparedIn } from '../../db/query.server.ts'
import { addJob, type Job, type Queue, sqlOf } from '../../server/jobs/jobs.server.ts'
import { storage } from '../../server/files/storage.server.ts'
import { log } from '../../server/process/log.server.ts'
import type { UnpackedFile } from './archive/unpack-archive.server.ts'

/**
 * Files of uploaded games in the storage. Each content is stored once, under its hash. It is deleted when no version
 * refers to it any longer.
 */

const AT_ONCE = 8
const DAY_S = 24 * 3600
/** Keys per job, so that a deletion never delays uploads for long. */
const KEYS_A_JOB = 100

const keysSchema = z.object({ gameFiles: z.array(z.string()) })
type Keys = z.infer<typeof keysSchema>

const queue: Queue<Keys> = {
  name: 'forget-game-files',
  data: keysSchema,
  retries: { limit: 60, firstAfterS: 5, atMostS: 6 * 3600 },
  expiresAfterS: 600,
}

export function gameFileKey(hash: string): string {
  return `game_files/${hash.slice(0, 2)}/${hash.slice(2)}.bin`
}

/**
 * Stores the files that no version has yet. They are deleted if no version refers to them within a day, for example
 * after the process was killed. Throws a StorageDownError.
 */
export async function putGameFiles(files: UnpackedFile[]): Promise<void> {
  const byKey = new Map(files.map((file) => [gameFileKey(file.hash), file]))
  const known = new Set(await listNamed([...byKey.keys()]))
  const fresh = [...byKey].filter(([key]) => !known.has(key))
  await deleteGameFiles(
    fresh.map(([key]) => key),
    undefined,
    DAY_S,
  )
  await inParallel(fresh, ([key, { file, contentType }]) => storage().putFile(key, file, contentType))
}

/** Delays between attempts to check files. */
const RETRY_MS = [500, 2000]

/**
 * Ensures that the files of a version exist after its rows are committed. A job may just have deleted a file with the
 * same content that belonged to an older version. If the storage fails repeatedly, only logs it: the upload is
 * complete, and nearly always its files are, too.
 */
export async function checkGameFiles(files: UnpackedFile[]): Promise<void> {
  const unchecked = new Map(files.map((file) => [gameFileKey(file.hash), file]))
  const check = () =>
    inParallel([...unchecked], async ([key, { file, contentType }]) => {
      if (!(await storage().has(key))) await storage().putFile(key, file, contentType)
      unchecked.delete(key)
    })
  for (const ms of RETRY_MS) {
    try {
      return await check()
    } catch {
      await sleep(ms)
    }
  }
  await check().catch((error: unknown) =>
    log().error({ err: error, files: unchecked.size }, 'Files of an uploaded game could not be checked: test the game'),
  )
}

/** Call it in the transaction that inserts rows, before them. Until the transaction ends, no job deletes files. */
export async function lockGameFiles(tx: Transaction): Promise<void> {
  await preparedIn(tx, 'share-game-files', `select pg_advisory_xact_lock_shared(${LOCK})`)
}

/**
 * Queues the deletion of files. A file is not deleted if a version refers to it by then. Pass the transaction that
 * deletes the rows.
 */
export async function deleteGameFiles(keys: string[], tx?: Transaction, afterS = 0): Promise<void> {
  for (let at = 0; at < keys.length; at += KEYS_A_JOB)
    await addJob(queue, { gameFiles: keys.slice(at, at + KEYS_A_JOB) }, tx && sqlOf(tx), { afterS })
}

export const deletingGameFiles: Job<Keys> = {
  queue,
  async work({ gameFiles }) {
    await backgroundDatabase().transaction(async (tx) => {
      await preparedIn(tx, 'lock-game-files', `select pg_advisory_xact_lock(${LOCK})`)
      const named = new Set((await preparedIn<{ key: string }>(tx, 'named-game-files', NAMED, [gameFiles])).map(keyOf))
      const failures: unknown[] = []
      await inParallel(
        gameFiles.filter((key) => key.startsWith('game_files/') && !named.has(key)),
        (key) =>
          storage()
            .remove(key)
            .catch((error: unknown) => failures.push(error)),
      )
      if (failures.length) throw failures[0]
    })
  },
}

async function listNamed(keys: string[]): Promise<string[]> {
  return (await prepared<{ key: string }>('named-game-files', NAMED, [keys])).map(keyOf)
}

const keyOf = ({ key }: { key: string }) => key

async function inParallel<T>(list: T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const limit = pLimit(AT_ONCE)
  const failures: unknown[] = []
  const run = async (one: T) => {
    // Otherwise thousands of files would each wait for a storage that is down.
    if (!failures.length) await work(one).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(list.map((one) => limit(run, one)))
  if (failures.length) throw failures[0]
}

/** A deletion takes the lock exclusively, and uploads share it. */
const LOCK = 7_260_532

const NAMED = 'select distinct file_key as key from game_version_files where file_key = any($1::text[])'
