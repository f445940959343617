import { z } from 'zod'
import type { ActOutcome } from '../../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, database, type Transaction } from '../../../db/connection.server.ts'
import { isDatabaseDown } from '../../../db/database-outage.server.ts'
import { prepared, preparedIn } from '../../../db/query.server.ts'
import { addJob, type Job, prepareQueue, type Queue, sqlOf } from '../../../server/jobs/jobs.server.ts'
import { log } from '../../../server/process/log.server.ts'
import { recountListings } from '../../catalogue/listings.server.ts'
import { loadArrangement } from '../load-arrangement.server.ts'
import { type BatchResult, CHANGE_KINDS, type ChangeKind } from './change-batches.server.ts'

/** At 500,000 games, counting all lists takes as long as a batch. */
const BATCHES_A_COUNT = 50

const changeSchema = z.object({ id: z.int() })
type ChangeJob = z.infer<typeof changeSchema>

const queue: Queue<ChangeJob> = {
  name: 'arrangement-changes',
  data: changeSchema,
  retries: { limit: 10, firstAfterS: 1, atMostS: 60 },
  expiresAfterS: 6 * 3600,
  isSingleton: true,
}

/** Call it before a transaction on a background connection that calls `startChanges`. */
export function prepareChanges(): Promise<void> {
  return prepareQueue(queue)
}

/** `title` describes the change for operators. */
type Change = { kind: ChangeKind; subject: string; title: string }

/** Returns the change that updates the games of a rule-based collection. */
export function collectionChange({ id, name }: { id: number; name: string }): Change {
  return { kind: 'collection', subject: String(id), title: `${name}: finding its games` }
}

/**
 * Applies an operator's changes to games in this order: each in this transaction if it has few games, otherwise by a
 * job with progress. A newer change of the same subject replaces one that has not finished. A change of games has to
 * precede those of collections, which lock the counts but no games.
 */
export async function startChanges(tx: Transaction, changes: Change[]): Promise<void> {
  const atOnce: number[] = []
  for (const { kind, subject, title } of changes) {
    await preparedIn(tx, 'replace-change', REPLACE, [kind, subject])
    const total = await CHANGE_KINDS[kind].count(tx, subject)
    const [row] = await preparedIn<{ id: number }>(tx, 'create-change', CREATE, [kind, subject, title, total])
    const { id } = row as { id: number }
    if (total > CHANGE_KINDS[kind].atOnce) await addJob(queue, { id }, sqlOf(tx))
    else atOnce.push(id)
  }
  // Only now, because a job's batch locks its change before games and counts.
  for (const id of atOnce) while (await runNextBatch(tx, id, { isAtOnce: true }));
  if (atOnce.length) await recountListings(tx)
}

const REPLACE = 'delete from arrangement_changes where kind = $1 and subject = $2 and finished_at is null'
const CREATE = 'insert into arrangement_changes (kind, subject, title, total) values ($1, $2, $3, $4) returning id'

/**
 * Runs the next batch of a change and saves its position in the same transaction. Returns whether there are more. A
 * change that is applied at once is a single batch, so that all its games are locked before the counts.
 */
async function runNextBatch(tx: Transaction, id: number, { isAtOnce = false } = {}): Promise<boolean> {
  const [change] = await preparedIn<Running>(tx, 'lock-change', LOCK, [id])
  if (!change || change.isFinished) return false
  const { kind, subject, position } = change
  const { run, atOnce, batch } = CHANGE_KINDS[kind]
  const size = isAtOnce ? atOnce : batch
  const { next, done, changed } = (await run(tx, { subject, position, size })) satisfies BatchResult
  await preparedIn(tx, 'change-progress', PROGRESS, [id, next, done, changed])
  return next !== null
}

type Running = { kind: ChangeKind; subject: string; position: number; isFinished: boolean }

const LOCK = `
  select kind, subject, position, finished_at is not null as "isFinished"
  from arrangement_changes where id = $1 for update`

const PROGRESS = `
  update arrangement_changes set position = coalesce($2::int, position), done = done + $3::int,
    changed = changed + $4::int, stopped_at = null, finished_at = case when $2::int is null then now() end
  where id = $1`

export const arrangingGames: Job<ChangeJob> = {
  queue,
  async work({ id }, { signal }) {
    // This node may not have received the purge yet.
    await loadArrangement()
    for (let batch = 1, isMore = true; isMore; batch++) {
      signal.throwIfAborted()
      isMore = await backgroundDatabase().transaction((tx) => runNextBatch(tx, id))
      if (!isMore || batch % BATCHES_A_COUNT === 0) await backgroundDatabase().transaction(recountListings)
    }
  },
  async onFailure({ id }, error, { isLast, signal }) {
    if (!signal.aborted && !isDatabaseDown(error)) log().warn({ err: error, change: id }, 'Games could not be arranged')
    if (!isLast) return
    await backgroundDatabase().transaction(async (tx) => {
      await preparedIn(tx, 'change-stopped', STOPPED, [id])
      // Earlier batches may have changed games.
      await recountListings(tx)
    })
  },
}

const STOPPED = 'update arrangement_changes set stopped_at = now() where id = $1'

/** A running or recently finished change, for operators. */
export type ShownChange = {
  id: number
  title: string
  state: 'running' | 'stopped' | 'done'
  done: number
  total: number
  changed: number
}

/**
 * Returns changes of these kinds that need or needed a job, newest first: unfinished ones, and those that finished
 * in the last ten minutes.
 */
export async function listChanges(kinds: ChangeKind[]): Promise<ShownChange[]> {
  return prepared<ShownChange>('arrangement-changes', LIST, [kinds])
}

const AT_ONCE = `case kind ${Object.entries(CHANGE_KINDS)
  .map(([kind, { atOnce }]) => `when '${kind}' then ${atOnce}`)
  .join(' ')} end`

const LIST = `
  select id, title, least(done, total) as done, total, changed,
    case when finished_at is not null then 'done' when stopped_at is not null then 'stopped' else 'running' end as state
  from arrangement_changes
  where kind = any($1) and total > ${AT_ONCE} and (finished_at is null or finished_at > now() - interval '10 minutes')
  order by created_at desc limit 5`

/** Continues a change whose job failed for the last time. */
export function continueChange(id: number): Promise<ActOutcome> {
  return database().transaction(async (tx): Promise<ActOutcome> => {
    const [row] = await preparedIn(tx, 'continue-change', CONTINUE, [id])
    if (!row) return { outcome: 'gone' }
    await addJob(queue, { id }, sqlOf(tx))
    return { outcome: 'done' }
  })
}

const CONTINUE = `
  update arrangement_changes set stopped_at = null where id = $1 and stopped_at is not null returning id`
