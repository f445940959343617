import { backgroundDatabase, database, type Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { type Job, NO_DATA } from '../../../server/jobs/jobs.server.ts'
import { IMPORT_LOCK } from './import-lock.server.ts'
import { CHANGES, PLANS, queuePlan } from './queue-runs.server.ts'
import { failRun } from './run-jobs.server.ts'
import { createRun } from './start-run.server.ts'

const QUEUE = { data: NO_DATA, retries: { limit: 0, firstAfterS: 1, atMostS: 1 }, isSingleton: true } as const

/** Each minute, starts the feeds that are due, and fails runs whose process died. */
export const startingDueFeeds: Job = {
  queue: { ...QUEUE, name: 'start-due-feeds', expiresAfterS: 300, schedule: '* * * * *' },
  async work() {
    await failLostRuns()
    await startDueFeeds()
  },
}

/**
 * Starts a run of each saved feed that is due, and sets its next time. A feed is skipped until its next time if a run
 * is in progress, or if a plan has been pending review for less than a day, so that runs never accumulate
 * (docs/product.md#runs-of-a-feed).
 */
export async function startDueFeeds(): Promise<void> {
  const due = await backgroundDatabase().transaction((tx) => preparedIn<{ id: number }>(tx, 'feeds-due', DUE))
  for (const { id } of due) {
    await database().transaction(async (tx) => {
      const [feed] = await preparedIn<{ isReviewed: boolean }>(tx, 'feed-next-time', NEXT_TIME, [id])
      if (!feed || feed.isReviewed) return
      const started = await createRun(tx, { feedId: id, startedBy: 'schedule' })
      if ('runId' in started) await queuePlan(tx, started.runId)
    })
  }
}

const DUE = 'select id from feeds where next_run_at <= now() and is_saved order by next_run_at limit 200'

/** The next time is a whole number of periods after the last one, so that the time of day stays the same. */
const NEXT_TIME = `
  update feeds f set next_run_at = case when old.schedule <> 'off' then old.next_run_at
    + p.period * (floor(extract(epoch from now() - old.next_run_at) / extract(epoch from p.period)) + 1) end
  from feeds old cross join lateral (
    select case old.schedule when 'weekly' then interval '7 days' when 'daily' then interval '1 day'
      else interval '1 hour' end as period
  ) p
  where f.id = $1 and old.id = f.id and f.next_run_at <= now()
  returning f.schedule = 'off' or exists (
    select from feed_runs r
    where r.feed_id = f.id and r.state = 'planned' and r.planned_at > now() - interval '1 day'
  ) as "isReviewed"`

const LOST = 'The process that ran it was stopped'

/**
 * Fails runs that no process works on any more: the job was lost, or the command ended. Runs that still have a job
 * continue automatically after a restart.
 */
export async function failLostRuns(): Promise<void> {
  const lost = await backgroundDatabase().transaction(listLostRuns)
  for (const { id } of lost) await failRun(id, LOST)
}

function listLostRuns(tx: Transaction): Promise<{ id: number }[]> {
  return preparedIn<{ id: number }>(tx, 'feed-lost-runs', LOST_RUNS, [IMPORT_LOCK, [PLANS.name, CHANGES.name]])
}

/** Only commands take the lock of a feed. */
const LOST_RUNS = `
  select r.id from feed_runs r
  where r.state in ('reading', 'applying', 'undoing') and r.active_at < now() - interval '1 minute'
    and not exists (
      select from jobs.job j
      where j.name = any($2::text[]) and j.state < 'completed' and j.data->>'runId' = r.id::text
    )
    and (r.started_by <> 'command' or pg_try_advisory_xact_lock($1, r.feed_id))`
