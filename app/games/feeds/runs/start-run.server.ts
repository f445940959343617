import { eq } from 'drizzle-orm'
import { logAct } from '../../../accounts/operators/audit-log.server.ts'
import { database, type Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { feeds } from '../../../db/schema/feeds.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { queuePlan } from './queue-runs.server.ts'

type Start =
  | { feedId: number; startedBy: 'operator'; operator: Player; isDryRun?: undefined }
  | { feedId: number; startedBy: 'schedule' | 'command'; operator?: undefined; isDryRun?: boolean }

/** `running`: a run of the feed is in progress. `gone`: the feed was deleted. */
export type StartedRun = { runId: number } | { outcome: 'running' | 'gone' }

/**
 * Starts a run of a feed. A job makes its plan. An older plan of the feed that is pending review is discarded, because
 * the new plan replaces it.
 */
export function startRun(start: Start): Promise<StartedRun> {
  return database().transaction(async (tx) => {
    const started = await createRun(tx, start)
    if ('runId' in started) await queuePlan(tx, started.runId)
    return started
  })
}

/**
 * Like `startRun`, without a job. Of two concurrent starts, the lock of the feed's row allows only one. A dry run does
 * not discard older plans.
 */
export async function createRun(
  tx: Transaction,
  { feedId, startedBy, operator, isDryRun }: Start,
): Promise<StartedRun> {
  const [feed] = await tx.select({ name: feeds.name }).from(feeds).where(eq(feeds.id, feedId)).for('update')
  if (!feed) return { outcome: 'gone' }
  const busy = await preparedIn(tx, 'feed-busy', BUSY, [feedId])
  if (busy.length) return { outcome: 'running' }
  if (!isDryRun) await discardPlans(tx, feedId)
  const [run] = await preparedIn<{ id: number }>(tx, 'feed-create-run', CREATE, [feedId, startedBy])
  const runId = run!.id
  if (operator) {
    const on = { kind: 'feed run', id: String(runId) } as const
    await logAct(tx, { by: operator, act: 'started', on, details: { title: feed.name } })
  }
  return { runId }
}

/** Discards the plans of a feed that are pending review. */
export async function discardPlans(tx: Transaction, feedId: number): Promise<void> {
  await preparedIn(tx, 'feed-discard-plans', DISCARD, [feedId])
}

const BUSY = `select from feed_runs where feed_id = $1 and state in ('reading', 'applying', 'undoing') limit 1`

const CREATE = 'insert into feed_runs (feed_id, started_by) values ($1, $2) returning id'

const DISCARD = `update feed_runs set state = 'discarded' where feed_id = $1 and state = 'planned'`
