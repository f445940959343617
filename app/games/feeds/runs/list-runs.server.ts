import type { Transaction } from '../../../db/connection.server.ts'
import { prepared, preparedIn } from '../../../db/query.server.ts'
import type { FeedRun } from './feed-run.ts'

export const RUNS_ON_PAGE = 30

type Row = Omit<FeedRun, 'can'> & {
  isActive: boolean
  isBusy: boolean
  isNewest: boolean
  hasLater: boolean
  hasApplied: boolean
}

/** Returns a run; null if it does not exist. */
export async function findRun(id: number): Promise<FeedRun | null> {
  const [row] = await prepared<Row>('feed-run', `${SELECT} where r.id = $1`, [id])
  return row ? shown(row) : null
}

/** The same in a transaction that has locked the feed. */
export async function findRunIn(tx: Transaction, id: number): Promise<FeedRun | null> {
  const [row] = await preparedIn<Row>(tx, 'feed-run', `${SELECT} where r.id = $1`, [id])
  return row ? shown(row) : null
}

/**
 * Lists runs of a feed or of all feeds, newest first: those before the id `before`, or the newest. Returns up to
 * RUNS_ON_PAGE + 1 runs; the extra one shows that there are older runs.
 */
export async function listRuns({ feedId, before }: { feedId?: number; before?: number | null } = {}): Promise<
  FeedRun[]
> {
  const values = [before ?? null, RUNS_ON_PAGE + 1]
  const rows = feedId
    ? await prepared<Row>('feed-runs-of-feed', OF_FEED, [...values, feedId])
    : await prepared<Row>('feed-runs', ALL, values)
  return rows.map(shown)
}

/** Returns the run of a feed that is in progress or whose plan is pending review; null if there is none. */
export async function findActiveRun(feedId: number): Promise<FeedRun | null> {
  const [row] = await prepared<Row>('feed-active-run', ACTIVE, [feedId])
  return row ? shown(row) : null
}

function shown({ isActive, isBusy, isNewest, hasLater, hasApplied, ...run }: Row): FeedRun {
  const { state, plannedAt, appliedAt, undoneAt, isCancelled } = run
  // A failed application or undo can be tried again.
  const isStopped = state === 'failed' && plannedAt !== null && undoneAt === null && !isBusy && !hasLater
  return {
    ...run,
    can: {
      apply: state === 'planned' || isStopped,
      discard: state === 'planned',
      cancel: (state === 'reading' || state === 'applying') && !isCancelled,
      undo:
        ['applied', 'cancelled', 'failed'].includes(state) && appliedAt !== null && hasApplied && !hasLater && !isBusy,
      answerDelisting: state === 'applied' && run.delistQuestion !== null && isNewest && !isActive,
    },
  }
}

const BUSY = `('reading', 'applying', 'undoing')`

const SELECT = `
  select r.id, r.feed_id as "feedId", f.name as "feedName", f.provider, f.is_saved as "isSaved", f.mode,
    r.started_by as "startedBy", r.state, r.is_cancelled as "isCancelled", r.entries,
    f.complete_entries as "expectedEntries", r.is_complete as "isComplete", r.counts,
    r.delist_question as "delistQuestion", r.done, r.total, r.skipped, r.error, r.created_at as "createdAt",
    r.planned_at as "plannedAt", r.applied_at as "appliedAt", r.undone_at as "undoneAt",
    r.state in ${BUSY} as "isActive",
    exists (select from feed_runs other where other.feed_id = r.feed_id and other.state in ${BUSY}) as "isBusy",
    not exists (select from feed_runs other where other.feed_id = r.feed_id and other.id > r.id) as "isNewest",
    exists (
      select from feed_runs other where other.feed_id = r.feed_id and other.id > r.id
        and other.applied_at is not null and other.state <> 'undone'
    ) as "hasLater",
    exists (select from feed_run_entries e where e.run_id = r.id and e.outcome = 'applied') as "hasApplied"
  from feed_runs r join feeds f on f.id = r.feed_id`

const ALL = `${SELECT} where $1::int is null or r.id < $1 order by r.id desc limit $2`
const OF_FEED = `${SELECT} where r.feed_id = $3 and ($1::int is null or r.id < $1) order by r.id desc limit $2`
const ACTIVE = `
  ${SELECT} where r.feed_id = $1 and r.state in ('reading', 'planned', 'applying', 'undoing')
  order by r.id desc limit 1`
