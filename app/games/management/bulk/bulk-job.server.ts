import { z } from 'zod'
import { backgroundDatabase, type Transaction } from '../../../db/connection.server.ts'
import { isDatabaseDown } from '../../../db/database-outage.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { addJob, type Job, NO_DATA, prepareQueue, type Queue, sqlOf } from '../../../server/jobs/jobs.server.ts'
import { log } from '../../../server/process/log.server.ts'
import { recountListings } from '../../catalogue/listings.server.ts'
import { BATCH_SIZE } from './bulk-rules.ts'
import { runNextBatch, undoNextBatch } from './run-bulk-action.server.ts'

/** Counting all lists takes as long as a batch at 500,000 games. */
const BATCHES_A_COUNT = 20

const bulkSchema = z.object({ id: z.int(), isUndo: z.boolean() })
type BulkJob = z.infer<typeof bulkSchema>

const queue: Queue<BulkJob> = {
  name: 'bulk-actions',
  data: bulkSchema,
  retries: { limit: 10, firstAfterS: 1, atMostS: 60 },
  expiresAfterS: 6 * 3600,
  isSingleton: true,
}

/** Call it before a transaction on a background connection that calls `queueBulkAction`. */
export function prepareBulkActions(): Promise<void> {
  return prepareQueue(queue)
}

/** Runs an action, or its undo, in the background once the transaction has committed. */
export function queueBulkAction(tx: Transaction, job: BulkJob): Promise<void> {
  return addJob(queue, job, sqlOf(tx))
}

export const runningBulkActions: Job<BulkJob> = {
  queue,
  async work({ id, isUndo }, { signal }) {
    const next = isUndo ? undoNextBatch : runNextBatch
    for (let batch = 1, isMore = true; isMore; batch++) {
      signal.throwIfAborted()
      isMore = await backgroundDatabase().transaction((tx) => next(tx, id, { size: BATCH_SIZE, isCounted: false }))
      if (!isMore || batch % BATCHES_A_COUNT === 0) await backgroundDatabase().transaction(recountListings)
    }
  },
  async onFailure({ id }, error, { isLast, signal }) {
    if (!signal.aborted && !isDatabaseDown(error)) log().warn({ err: error, action: id }, 'A bulk action failed')
    if (!isLast) return
    await backgroundDatabase().transaction(async (tx) => {
      await preparedIn(tx, 'bulk-stopped', STOPPED, [id])
      // Of the games that were changed.
      await recountListings(tx)
    })
  },
}

const STOPPED = 'update bulk_actions set stopped_at = now() where id = $1'

/** How long the games of an action are stored: for its undo, and for the history of each game. */
const STORED_DAYS = 90

/** Deletes the games of old actions, each night. */
export const forgettingBulkGames: Job = {
  queue: {
    name: 'forget-bulk-games',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isSingleton: true,
    schedule: '37 3 * * *',
  },
  work: deleteOldBulkGames,
}

export async function deleteOldBulkGames(): Promise<void> {
  await backgroundDatabase().transaction((tx) => preparedIn(tx, 'delete-bulk-games', DELETE))
}

// An undo that is still running needs them.
const DELETE = `
  delete from bulk_action_games g using bulk_actions b
  where b.id = g.action_id and b.finished_at < now() - interval '${STORED_DAYS} days'
    and (b.undo_started_at is null or b.undone_at < now() - interval '${STORED_DAYS} days')`
