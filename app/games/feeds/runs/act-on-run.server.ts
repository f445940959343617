import { type ActOutcome, logAct } from '../../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, database, type Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { FeedRunCounts } from '../../../db/schema/feeds.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { describeCounts } from '../review/run-texts.ts'
import { findRunIn } from './list-runs.server.ts'
import { CHOSEN, MATCHES } from './plan-entries.server.ts'
import { queueChanges } from './queue-runs.server.ts'
import type { EntrySelection, FeedRun } from './feed-run.ts'
import { discardPlans } from './start-run.server.ts'

type RunAct = 'applied' | 'discarded' | 'cancelled' | 'undone' | 'delisting confirmed' | 'delisting declined'

const NOT_NEWEST = 'A later run of this feed is applied. Undo that one first'
const BUSY = 'Another run of this feed is under way. Cancel it, or wait until it ends'

/**
 * Applies the chosen entries of a plan by a job, or continues a failed application. `chosen` is the number of chosen
 * entries that the operator saw. If the feed became much shorter, delistings wait for an answer unless
 * `confirmDelisting` is set.
 */
export function applyRun(
  operator: Player,
  runId: number,
  { chosen, confirmDelisting }: { chosen: number; confirmDelisting: boolean },
): Promise<ActOutcome> {
  return actOnRun(operator, runId, 'applied', async (tx, run) => {
    if (!run.can.apply) return { outcome: 'gone' }
    // Waits for a choice that is being saved.
    await preparedIn(tx, 'feed-lock-plan', LOCK_PLAN, [runId])
    const [now] = await preparedIn<{ chosen: number }>(tx, 'feed-chosen', `select ${CHOSEN} as chosen`, [runId])
    if (now?.chosen !== chosen) return { outcome: 'changed' }
    await beginApplication(tx, runId, { confirmDelisting })
    await queueChanges(tx, { runId, isUndo: false })
    return { outcome: 'done' }
  })
}

/**
 * Marks a planned or failed run as being applied. The caller queues the job. Returns false if the run is in another
 * state.
 */
export async function beginApplication(
  tx: Transaction,
  runId: number,
  { confirmDelisting }: { confirmDelisting: boolean },
): Promise<boolean> {
  return (await preparedIn(tx, 'feed-begin-apply', APPLY, [runId, confirmDelisting])).length > 0
}

/** Discards a plan, so that it can no longer be applied. */
export function discardRun(operator: Player, runId: number): Promise<ActOutcome> {
  return actOnRun(operator, runId, 'discarded', async (tx, run) => {
    if (!run.can.discard) return { outcome: 'gone' }
    await discardPlans(tx, run.feedId)
    return { outcome: 'done' }
  })
}

/** Tells the job of a run to stop. The changes applied by then remain and can be undone. */
export function cancelRun(operator: Player, runId: number): Promise<ActOutcome> {
  return actOnRun(operator, runId, 'cancelled', async (tx, run) => {
    if (!run.can.cancel) return { outcome: 'gone' }
    const cancelled = await preparedIn(tx, 'feed-cancel', CANCEL, [runId])
    return { outcome: cancelled.length ? 'done' : 'gone' }
  })
}

/**
 * Undoes the changes of a run by a job. Only the newest applied run of a feed can be undone, then the one before it,
 * and so on. A plan of the feed that is pending review is discarded, because it was made before the undo.
 */
export function undoRun(operator: Player, runId: number): Promise<ActOutcome> {
  return actOnRun(operator, runId, 'undone', async (tx, run) => {
    if (!run.can.undo) {
      const [busy] = await preparedIn<{ isLater: boolean }>(tx, 'feed-why-not-undo', IN_THE_WAY, [run.feedId, runId])
      return busy ? { outcome: 'forbidden', why: busy.isLater ? NOT_NEWEST : BUSY } : { outcome: 'gone' }
    }
    await discardPlans(tx, run.feedId)
    await preparedIn(tx, 'feed-begin-undo', UNDO, [runId])
    await queueChanges(tx, { runId, isUndo: true })
    return { outcome: 'done' }
  })
}

/**
 * Answers whether games missing from a much shorter feed may be delisted. If so, a job delists them. Otherwise they
 * stay, and the next run asks again.
 */
export function answerDelisting(operator: Player, runId: number, isConfirmed: boolean): Promise<ActOutcome> {
  return actOnRun(operator, runId, isConfirmed ? 'delisting confirmed' : 'delisting declined', async (tx, run) => {
    if (!run.can.answerDelisting) return { outcome: 'gone' }
    if (isConfirmed) {
      await preparedIn(tx, 'feed-confirm-delisting', CONFIRM, [runId])
      await queueChanges(tx, { runId, isUndo: false })
    } else await preparedIn(tx, 'feed-decline-delisting', DECLINE, [runId])
    return { outcome: 'done' }
  })
}

/** Includes or excludes entries of a plan while the plan is pending review. */
export async function chooseEntries(
  runId: number,
  { isChosen, ...selection }: EntrySelection & { isChosen: boolean },
): Promise<ActOutcome> {
  const kind = 'kind' in selection ? selection.kind : null
  const filter = 'filter' in selection ? selection.filter : null
  const positions = 'positions' in selection ? selection.positions : null
  // A plan has up to hundreds of thousands of entries, so this may exceed the time limit of page queries.
  return backgroundDatabase().transaction(async (tx) => {
    const [run] = await preparedIn(tx, 'feed-lock-plan', LOCK_PLAN, [runId])
    if (!run) return { outcome: 'gone' }
    await preparedIn(tx, 'feed-choose', CHOOSE, [runId, kind, filter, positions, isChosen])
    return { outcome: 'done' }
  })
}

/** Locks the feed, so that its runs change only one at a time, and logs the act if it succeeded. */
async function actOnRun(
  operator: Player,
  runId: number,
  act: RunAct,
  work: (tx: Transaction, run: FeedRun) => Promise<ActOutcome>,
): Promise<ActOutcome> {
  return database().transaction(async (tx) => {
    await preparedIn(tx, 'feed-lock-of-run', LOCK_FEED, [runId])
    const run = await findRunIn(tx, runId)
    if (!run) return { outcome: 'gone' }
    const result = await work(tx, run)
    if (result.outcome === 'done') {
      const on = { kind: 'feed run', id: String(runId) } as const
      await logAct(tx, { by: operator, act, on, why: whyOf(act, run.counts), details: { title: run.feedName } })
    }
    return result
  })
}

function whyOf(act: RunAct, counts: FeedRunCounts | null): string {
  if (!counts || act === 'discarded' || act === 'cancelled') return ''
  return act.startsWith('delisting') ? `${counts.delisted} delisted` : describeCounts(counts)
}

const LOCK_FEED = 'select from feeds where id = (select feed_id from feed_runs where id = $1) for update'

const LOCK_PLAN = `select from feed_runs where id = $1 and state = 'planned' for update`

const CHOOSE = `
  update feed_run_entries e set is_chosen = $5
  where ${MATCHES} and e.kind <> 'rejected' and e.is_chosen <> $5
    and ($4::int[] is null or e.position = any($4::int[]))`

/** The job counts the entries. */
const APPLY = `
  update feed_runs set state = 'applying', is_cancelled = false, error = null, active_at = now(), total = done,
    applied_at = coalesce(applied_at, now()), delist_question = case when $2 then null else delist_question end
  where id = $1 and state in ('planned', 'failed') returning id`

/** The job of the run may have finished its work in the meantime, since it does not lock the feed. */
const CANCEL = `
  update feed_runs set is_cancelled = true where id = $1 and state in ('reading', 'applying') returning id`

const CONFIRM = `
  update feed_runs set state = 'applying', is_cancelled = false, delist_question = null, active_at = now()
  where id = $1`

const DECLINE = 'update feed_runs set delist_question = null where id = $1'

/** The time of the undo is set when it starts, so that a failed undo can be recognised. */
const UNDO = `
  update feed_runs set state = 'undoing', is_cancelled = false, error = null, undone_at = now(), active_at = now(),
    delist_question = null, done = 0, skipped = 0, total = 0
  where id = $1`

const IN_THE_WAY = `
  select id > $2 and applied_at is not null and state <> 'undone' as "isLater" from feed_runs
  where feed_id = $1 and id <> $2 and (
    state in ('reading', 'applying', 'undoing') or id > $2 and applied_at is not null and state <> 'undone')
  order by 1 desc limit 1`
