import os from 'node:os'
import type { Clock } from 'pg-boss'
import { isDatabaseDown } from '../../db/database-outage.server.ts'
import { log } from '../process/log.server.ts'

const uptimeMs = () => os.uptime() * 1000
const STARTED_AT = Date.now() - uptimeMs()

/**
 * A monotonic clock for pg-boss's timers. If the wall clock ran ahead and is set back, its timers would otherwise wait
 * until that time comes again. pg-boss itself allows for the difference from the database's clock. Unlike
 * `performance.now()`, the uptime includes sleep, so that jobs that were due during sleep are found to be missed.
 */
export const STEADY_CLOCK: Clock = {
  now: () => STARTED_AT + uptimeMs(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
}

type Ask = (text: string) => Promise<{ rows: unknown[] }>

/**
 * Sets times in the queues that lie in the future to now, with one warning. They were written by a clock that ran
 * ahead, and neither schedules nor these jobs would run until then. The intended delay of a job is preserved. After a
 * failure, the next call tries again; a database outage is already logged.
 */
export async function repairQueues(ask: Ask): Promise<void> {
  let repaired = 0
  try {
    for (const statement of REPAIRS) repaired += ((await ask(statement)).rows[0] as { count: number }).count
  } catch (error) {
    if (!isDatabaseDown(error)) log().warn({ err: error }, 'Times of the queues could not be checked')
  }
  if (repaired) {
    log().warn({ repaired }, 'Times of the queues lay in the future, as after a clock that ran ahead: set them to now')
  }
}

/** Allowed difference between nodes' clocks. */
const AHEAD = `now() + interval '1 minute'`
const count = (change: string) => `with repaired as (${change} returning 1) select count(*)::int as count from repaired`
/** Sets a column to now if it is ahead. */
const capped = (column: string) => `${column} = case when ${column} > ${AHEAD} then now() else ${column} end`
const anyAhead = (columns: string[]) => columns.map((column) => `${column} > ${AHEAD}`).join(' or ')
const capAll = (table: string, columns: string[]) =>
  count(`update ${table} set ${columns.map(capped).join(', ')} where ${anyAhead(columns)}`)

const REPAIRS = [
  capAll('jobs.version', ['cron_on', 'bam_on', 'flow_on', 'reindex_on']),
  capAll('jobs.queue', ['monitor_claim_on', 'monitor_on', 'maintain_on']),
  count(`update jobs.job set start_after = start_after - (created_on - now()), created_on = now()
    where state = 'created' and created_on > ${AHEAD}`),
  // An attempt failed while the clock was ahead. No delay may exceed the longest delay of its queue.
  count(`update jobs.job set start_after = now(), created_on = least(created_on, now())
    where state = 'retry' and start_after > ${AHEAD} + make_interval(secs => greatest(retry_delay, retry_delay_max))`),
  // These times show whether the worker of a job has died.
  count(`update jobs.job set ${['started_on', 'heartbeat_on'].map(capped).join(', ')}
    where state = 'active' and (${anyAhead(['started_on', 'heartbeat_on'])})`),
  // A completed job would prevent the scheduled job of the same minute when that minute comes.
  count(`delete from jobs.job where state >= 'completed' and created_on > ${AHEAD}`),
]
