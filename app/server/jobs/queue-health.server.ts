import { backgroundDatabase } from '../../db/connection.server.ts'
import { within } from '../../lib/within.ts'

const ANSWER_MS = 750
const LOOK_MS = 15_000
/** After an outage, a new node needs some time to process the backlog. */
const TIMEOUT_S = 300

let found: string[] | undefined
let lookedAt = -Infinity

/**
 * Returns the names of stopped queues: queues with jobs that have been due for five minutes, or that have a time in the
 * future, and `schedules` if no node adds scheduled jobs. Checks at most every 15 seconds. Returns undefined if there
 * are no queues yet.
 */
export async function findStoppedQueues(
  now = performance.now(),
  upS = process.uptime(),
): Promise<string[] | undefined> {
  if (now - lookedAt < LOOK_MS) return found
  lookedAt = now
  try {
    const { rows } = await within(ANSWER_MS, backgroundDatabase().$client.query<{ name: string }>(STOPPED))
    found = upS < TIMEOUT_S ? [] : rows.map(({ name }) => name)
  } catch (error) {
    // Database outages are reported separately.
    if ((error as { code?: string }).code === UNDEFINED_TABLE) found = undefined
  }
  return found
}

const UNDEFINED_TABLE = '42P01'
const STOPPED = `
  select distinct name from jobs.job j
  where state < 'active' and not blocked and (
    state = 'created' and created_on > now() + interval '1 minute'
    or start_after < now() - interval '5 minutes' and not exists (
      select from jobs.job other
      where other.name = j.name and greatest(other.started_on, other.heartbeat_on) > now() - interval '5 minutes'))
  union all
  select 'schedules' from jobs.version
  where exists (select from jobs.schedule)
    and cron_on not between now() - interval '5 minutes' and now() + interval '1 minute'
  order by name`
