import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { backgroundDatabase, type Transaction } from '../../db/connection.server.ts'
import { blogDrafts } from '../../db/schema/blog.server.ts'
import { fileHref } from '../../lib/file-href.ts'
import { addJob, type Job, prepareQueue, type Queue, sqlOf } from '../jobs/jobs.server.ts'
import { STORED_FOLDERS, STORED_KINDS, STORED_TYPE } from './storage-key.server.ts'
import { storage } from './storage.server.ts'

/**
 * Files to delete, to which no row refers any longer: one file by its key, or all files of a player. Or a file to
 * delete unless a row refers to it.
 */
const filesToDeleteSchema = z.union([
  z.object({ key: z.string() }),
  z.object({ playerId: z.uuid() }),
  z.object({ unlessNamed: z.string() }),
])
type FilesToDelete = z.infer<typeof filesToDeleteSchema>

/** Retries continue long enough to outlast a storage outage of a week. */
const queue: Queue<FilesToDelete> = {
  name: 'forget-files',
  data: filesToDeleteSchema,
  retries: { limit: 60, firstAfterS: 5, atMostS: 6 * 3600 },
  expiresAfterS: 600,
}

const DAY_S = 24 * 3600

/** Call it before a transaction that deletes files on a background connection. */
export function prepareDeletions(): Promise<void> {
  return prepareQueue(queue)
}

/**
 * Deletes files after the transaction that removes them from their rows has committed, and only then. Even if processes
 * are killed or the storage is down, either all of it is eventually deleted or nothing
 * (docs/decisions/009-deleting-an-account.md).
 */
export function deleteFiles(files: Exclude<FilesToDelete, { unlessNamed: string }>, tx: Transaction): Promise<void> {
  return addJob(queue, files, sqlOf(tx))
}

/**
 * Deletes files unless a row refers to them by then, after `afterS`. Pass the transaction that removes them from their
 * rows. After a failed request, call it without a transaction for the files that it stored, since their row may exist
 * if the connection was lost during the commit.
 */
export async function deleteUnnamedFile(keys: Iterable<string>, tx?: Transaction, afterS = 0): Promise<void> {
  for (const unlessNamed of keys) await addJob(queue, { unlessNamed }, tx && sqlOf(tx), { afterS })
}

/**
 * Stores a picture that we made, for a row that will name it. First adds a job that deletes it, complete or not, if no
 * row names it within a day, e.g. after a kill. Throws as `put` does.
 */
export async function storeFile(key: string, content: Uint8Array): Promise<void> {
  await addJob(queue, { unlessNamed: key }, undefined, { afterS: DAY_S })
  await storage().put(key, content, STORED_TYPE)
}

export const deletingFiles: Job<FilesToDelete> = {
  queue,
  async work(files) {
    if ('key' in files) await storage().remove(files.key)
    else if ('playerId' in files)
      for (const folder of STORED_FOLDERS) await storage().removeAll(`${folder}/${files.playerId}`)
    else if (!(await isNamed(files.unlessNamed))) await storage().remove(files.unlessNamed)
  },
}

/** Whether a row of the file's kind names it, by its key or address, or a version of a draft does. */
async function isNamed(key: string): Promise<boolean> {
  const kinds = STORED_KINDS.filter(({ folder }) => key.startsWith(`${folder}/`))
  if (!kinds.length) return true
  const named = kinds.map(
    ({ table, column }) =>
      sql`select from ${sql.identifier(table)} where ${sql.identifier(column)} in (${key}, ${fileHref(key)})`,
  )
  const inDrafts = sql`select from ${blogDrafts} where strpos(${blogDrafts.fields}::text, ${key}) > 0`
  const { rows } = await backgroundDatabase().execute(sql`${sql.join([...named, inDrafts], sql` union all `)} limit 1`)
  return rows.length > 0
}
