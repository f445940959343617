import { backgroundDatabase } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { type Job, NO_DATA } from '../../../server/jobs/jobs.server.ts'

/** Deletes the entries of old runs each night. */
export const deletingOldEntries: Job = {
  queue: {
    name: 'delete-feed-run-entries',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 3600,
    isSingleton: true,
    schedule: '43 3 * * *',
  },
  work: deleteOldEntries,
}

/**
 * Deletes the entries of runs that are older than 90 days or have at least 20 later runs in their feed. The numbers of
 * such a run remain, but it can no longer be undone. Excluded are runs in progress, plans that are pending review, and
 * runs whose delistings need an answer.
 */
export async function deleteOldEntries(): Promise<void> {
  const db = backgroundDatabase()
  const runs = await db.transaction((tx) => preparedIn<{ id: number }>(tx, 'old-feed-runs', OLD))
  for (const { id } of runs) await db.transaction((tx) => preparedIn(tx, 'delete-feed-run-entries', DELETE, [id]))
}

const OLD = `
  select r.id from (
    select id, state, created_at, delist_question, row_number() over (partition by feed_id order by id desc) as age
    from feed_runs
  ) r
  where (r.created_at < now() - interval '90 days' or r.age > 20)
    and r.state not in ('reading', 'planned', 'applying', 'undoing')
    and not (r.age = 1 and r.state = 'applied' and r.delist_question is not null)
    and exists (select from feed_run_entries e where e.run_id = r.id)`

const DELETE = 'delete from feed_run_entries where run_id = $1'
