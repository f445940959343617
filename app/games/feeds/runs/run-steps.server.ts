import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { FeedMode, FeedRunCounts, FeedRunState, Ruling, StoredKind } from '../../../db/schema/feeds.server.ts'
import type { FeedGame } from '../../import/read-game.ts'
import type { Values } from './fed-fields.ts'

/** The batches that applying and undoing a run have in common. */

/**
 * Games per transaction, as in bulk actions. At 500,000 games, other writes to the catalogue wait half a second for
 * one.
 */
export const RUN_BATCH = 200

/** A locked run with data of its feed. */
export type LockedRun = {
  id: number
  feedId: number
  state: FeedRunState
  startedBy: 'operator' | 'schedule' | 'command'
  isCancelled: boolean
  isComplete: boolean
  counts: FeedRunCounts
  question: string | null
  done: number
  skipped: number
  isSaved: boolean
  provider: string
  mode: FeedMode
}

/** An entry that changes a game. */
export type RunEntry = {
  position: number
  kind: Exclude<StoredKind, 'rejected'>
  gameId: number | null
  after: Values
  before: Values | null
  hash: string | null
  rulings: Ruling[] | null
}

/** The outcome of an entry. */
export type EntryOutcome = {
  position: number
  outcome: 'applied' | 'skipped' | 'undone' | 'not undone'
  game_id?: number
  reason?: string
  after?: Values | FeedGame
}

/** Locks a run; null if it does not exist. A run by command always publishes, whatever the mode of its feed. */
export async function lockRun(tx: Transaction, id: number): Promise<LockedRun | null> {
  return (await preparedIn<LockedRun>(tx, 'feed-lock-run', LOCK, [id]))[0] ?? null
}

const LOCK = `
  select r.id, r.feed_id as "feedId", r.state, r.started_by as "startedBy", r.is_cancelled as "isCancelled",
    r.is_complete as "isComplete", r.counts, r.delist_question as question, r.done, r.skipped,
    f.is_saved as "isSaved", f.provider,
    case when r.started_by = 'command' then 'publish' else f.mode end as mode
  from feed_runs r join feeds f on f.id = r.feed_id where r.id = $1 for update of r`

export async function noteOutcomes(tx: Transaction, runId: number, outcomes: EntryOutcome[]): Promise<void> {
  if (outcomes.length) await preparedIn(tx, 'feed-outcomes', OUTCOMES, [runId, JSON.stringify(outcomes)])
}

const OUTCOMES = `
  update feed_run_entries e set outcome = t.outcome, game_id = coalesce(t.game_id, e.game_id),
    reason = coalesce(t.reason, e.reason), after = coalesce(t.after, e.after)
  from json_to_recordset($2::json) as t(position int, outcome text, game_id int, reason text, after jsonb)
  where e.run_id = $1 and e.position = t.position`

export async function noteProgress(tx: Transaction, runId: number, done: number, skipped: number): Promise<void> {
  await preparedIn(tx, 'feed-progress', PROGRESS, [runId, done, skipped])
}

const PROGRESS = `
  update feed_runs set done = done + $2::int, skipped = skipped + $3::int, active_at = now() where id = $1`
