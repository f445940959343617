import { logAct } from '../../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, type Transaction } from '../../../db/connection.server.ts'
import { isDatabaseDown } from '../../../db/database-outage.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { Job } from '../../../server/jobs/jobs.server.ts'
import { recountListings } from '../../catalogue/listings.server.ts'
import { log } from '../../../server/process/log.server.ts'
import { FeedError } from '../../import/feed-error.server.ts'
import { describeCounts } from '../review/run-texts.ts'
import { beginApplication } from './act-on-run.server.ts'
import { changeAll, vacuumAfter } from './change-all.server.ts'
import { hasNoChanges } from './feed-run.ts'
import { findRunIn } from './list-runs.server.ts'
import { CHANGES, type ChangeJob, type PlanJob, PLANS, queueChanges } from './queue-runs.server.ts'
import { planSavedFeed } from './read-saved-feed.server.ts'

const UNFINISHED = 'The portal could not finish the run. Its log has the reason'

/** Makes the plan of a run. A scheduled run is then applied. */
export const planningRuns: Job<PlanJob> = {
  queue: PLANS,
  async work({ runId }, { signal }) {
    try {
      await planSavedFeed(runId, signal)
    } catch (error) {
      // The cause is the feed, so another attempt would fail in the same way.
      if (!(error instanceof FeedError)) throw error
      await failRun(runId, error.message)
      return
    }
    await backgroundDatabase().transaction((tx) => afterPlan(tx, runId))
  },
  onFailure: ({ runId }, error, attempt) => noteFailure(runId, error, attempt),
}

/** Applies or undoes a run. */
export const changingRuns: Job<ChangeJob> = {
  queue: CHANGES,
  async work({ runId, isUndo }, { signal }) {
    await changeAll(runId, isUndo ? 'undo' : 'apply', { signal })
    await vacuumAfter(runId)
  },
  onFailure: ({ runId }, error, attempt) => noteFailure(runId, error, attempt),
}

async function noteFailure(
  runId: number,
  error: unknown,
  { isLast, signal }: { isLast: boolean; signal: AbortSignal },
): Promise<void> {
  if (!signal.aborted && !isDatabaseDown(error)) log().warn({ err: error, run: runId }, 'A run of a feed failed')
  if (isLast) await failRun(runId, UNFINISHED)
}

/** Marks a run as failed, with a one-line reason. Deletes the entries of an incomplete plan. */
export async function failRun(runId: number, reason: string): Promise<void> {
  const line = reason.replace(/\s+/g, ' ').slice(0, 500)
  await backgroundDatabase().transaction(async (tx) => {
    await preparedIn(tx, 'feed-run-failed', FAILED, [runId, line])
    // A partly applied or undone run may have changed lists since the last count.
    await recountListings(tx)
  })
}

const FAILED = `
  with run as (
    update feed_runs set state = 'failed', error = $2, active_at = now()
    where id = $1 and state in ('reading', 'applying', 'undoing') returning id, planned_at
  )
  delete from feed_run_entries e using run where e.run_id = run.id and run.planned_at is null`

/**
 * Starts the application of a scheduled run once its plan is ready. Delistings that need an answer are not applied. A
 * plan that only stores feed values of fields set by operators needs no review, so it is applied at once, too.
 */
async function afterPlan(tx: Transaction, runId: number): Promise<void> {
  await preparedIn(tx, 'feed-lock-scheduled', LOCK_FEED, [runId])
  const run = await findRunIn(tx, runId)
  if (run?.state !== 'planned') return
  const isUnchanged = hasNoChanges(run.counts!)
  if (!isUnchanged && run.startedBy !== 'schedule') return
  await beginApplication(tx, runId, { confirmDelisting: false })
  if (!isUnchanged) {
    await logAct(tx, {
      by: 'schedule',
      act: 'applied',
      on: { kind: 'feed run', id: String(runId) },
      why: describeCounts(run.counts!),
      details: { title: run.feedName },
    })
  }
  await queueChanges(tx, { runId, isUndo: false })
}

const LOCK_FEED = 'select from feeds where id = (select feed_id from feed_runs where id = $1) for update'
