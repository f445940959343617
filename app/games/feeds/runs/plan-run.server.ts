import { backgroundDatabase, type Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { FeedRunCounts, feeds } from '../../../db/schema/feeds.server.ts'
import { countOf, formatCount } from '../../../lib/text.ts'
import type { FeedProvider } from '../../import/feed-entry.ts'
import { type FeedSource, readFeedGames } from '../../import/read-games.server.ts'
import { compileRules } from '../rules/compile-rules.ts'
import { finish } from './apply-run.server.ts'
import { type BatchCounts, compareBatch } from './compare-batch.server.ts'
import { gamesIn, hasNoChanges } from './feed-run.ts'
import { findDuplicates } from './find-duplicates.server.ts'
import { lockRun } from './run-steps.server.ts'

export type RunFeed = typeof feeds.$inferSelect

/** How a run reads its feed. */
export type PlanReading = Pick<FeedSource, 'source' | 'name' | 'limit' | 'maxEntries' | 'limits' | 'pause'> & {
  provider: FeedProvider
  /** Only writes the plan. Otherwise the run also records which games the feed lists. */
  isDryRun?: boolean
  /** Whether missing games may be delisted. */
  maySuggestDelisting: boolean
  /** Called after each batch with the number of entries read so far. */
  onProgress?: ((entries: number) => unknown) | undefined
  signal?: AbortSignal
}

/**
 * If a feed has less than this share of the games in its last complete run, delistings need confirmation
 * (docs/product.md#games-that-leave-their-feed).
 */
const FEWEST = 0.9

/**
 * Reads a feed and writes the plan of a run: the changes that applying it would make. Starts over if an earlier attempt
 * was interrupted. Returns the outcome; null if the run is not in the state `reading`. Throws a FeedError if the feed
 * cannot be read completely (docs/product.md#runs-of-a-feed).
 */
export async function planRun(
  runId: number,
  feed: RunFeed,
  reading: PlanReading,
): Promise<'planned' | 'cancelled' | null> {
  const { provider, isDryRun = false, onProgress, signal, pause } = reading
  const begun = await inTransaction((tx) => beginPlan(tx, runId))
  if (!begun) return null
  const rulingsOf = compileRules(feed)
  const counts: BatchCounts = {
    new: 0, changed: 0, relisted: 0, delisted: 0, rejected: 0, overridden: 0, unchanged: 0, ruled: 0,
  } // prettier-ignore
  for await (const batch of readFeedGames({ ...reading, options: feed.options })) {
    signal?.throwIfAborted()
    const isCancelled = await inTransaction(async (tx) => {
      // Without waiting for the disk, batches are faster. After a database failure, the plan starts over anyway.
      await preparedIn(tx, 'feed-no-wait', `select set_config('synchronous_commit', 'off', true)`)
      const run = { runId, feed: { id: feed.id, provider: provider.name }, isDryRun }
      const added = await compareBatch(tx, run, batch, { rulingsOf, pause })
      for (const kind of Object.keys(counts) as (keyof BatchCounts)[]) counts[kind] += added[kind]
      const [row] = await preparedIn<{ isCancelled: boolean }>(tx, 'feed-read', READ, [runId, batch.entries])
      return row?.isCancelled ?? true
    })
    await onProgress?.(batch.entries)
    if (isCancelled) return inTransaction((tx) => cancelPlan(tx, runId))
  }
  return inTransaction((tx) => finishPlan(tx, runId, feed, reading, counts))
}

function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return backgroundDatabase().transaction(work)
}

async function beginPlan(tx: Transaction, runId: number): Promise<boolean> {
  const [run] = await preparedIn(tx, 'feed-begin-plan', BEGIN, [runId])
  if (run) await preparedIn(tx, 'feed-forget-plan', 'delete from feed_run_entries where run_id = $1', [runId])
  return run !== undefined
}

async function finishPlan(
  tx: Transaction,
  runId: number,
  feed: RunFeed,
  { limit, provider, maySuggestDelisting }: PlanReading,
  found: BatchCounts,
): Promise<'planned' | 'cancelled'> {
  const { overridden, ...kinds } = found
  const counts: FeedRunCounts = { ...kinds, unchanged: found.unchanged + overridden, duplicates: 0 }
  const isComplete = limit === undefined
  let question: string | null = null
  if (isComplete && maySuggestDelisting) {
    const values = [runId, feed.id, provider.name]
    counts.delisted = (await preparedIn(tx, 'feed-plan-delisted', ADD_DELISTED, values)).length
    if (counts.delisted) question = await askWhetherShrunk(tx, feed, gamesIn(counts))
  }
  if (counts.new) counts.duplicates = await findDuplicates(tx, runId, provider.name)
  const planned = await preparedIn(tx, 'feed-planned', PLANNED, [runId, JSON.stringify(counts), isComplete, question])
  // An operator may cancel the run while the statements above work.
  if (!planned.length) return cancelPlan(tx, runId)
  if (overridden > 0 || !hasNoChanges(counts)) return 'planned'
  const run = await lockRun(tx, runId)
  // The command finishes and reports its own runs.
  if (run?.state === 'planned' && run.startedBy !== 'command') await finish(tx, run)
  return 'planned'
}

async function cancelPlan(tx: Transaction, runId: number): Promise<'cancelled'> {
  await preparedIn(tx, 'feed-plan-cancelled', CANCELLED, [runId])
  return 'cancelled'
}

/** Returns why delistings need confirmation; null if the feed did not become much shorter. */
async function askWhetherShrunk(tx: Transaction, feed: RunFeed, games: number): Promise<string | null> {
  const [row] = await preparedIn<{ before: number }>(tx, 'feed-games-before', BEFORE, [feed.id])
  const before = row?.before ?? 0
  if (games >= before * FEWEST) return null
  const percent = Math.round((1 - games / before) * 100)
  return `The feed has ${countOf(games, 'game')}, ${percent}% fewer than before (${formatCount(before)})`
}

const BEGIN = `
  update feed_runs set entries = 0, counts = null, delist_question = null, active_at = now()
  where id = $1 and state = 'reading' returning id`

const READ = `
  update feed_runs set entries = $2, active_at = now() where id = $1 and state = 'reading'
  returning is_cancelled as "isCancelled"`

const CANCELLED = `
  with run as (update feed_runs set state = 'cancelled' where id = $1 and state = 'reading' returning id)
  delete from feed_run_entries where run_id in (select id from run)`

const PLANNED = `
  update feed_runs set state = 'planned', planned_at = now(), active_at = now(), counts = $2::jsonb, is_complete = $3,
    delist_question = $4
  where id = $1 and state = 'reading' and not is_cancelled returning id`

/**
 * The number of games in the last complete run. Before the first one, the number of games that the feed is known to
 * list.
 */
const BEFORE = `
  select coalesce(f.complete_entries, (
    select count(*)::int from feed_games g where g.feed_id = f.id and g.run_id is not null
  )) as before from feeds f where f.id = $1`

/**
 * Adds games that the feed listed before and no longer lists, unless another feed of the provider lists them. A row of
 * `feed_games` without a run means that the feed does not list the game, or that this is unknown.
 */
const ADD_DELISTED = `
  insert into feed_run_entries (run_id, position, kind, game_id, title, after, before)
  select $1::int, (select entries from feed_runs where id = $1) + row_number() over (order by g.id) - 1, 'delisted',
    g.id, g.title, '{"status": "delisted"}'::jsonb,
    jsonb_build_object('status', g.status, 'status_reason', g.status_reason, 'status_at', g.status_at)
  from feed_games listed join games g on g.id = listed.game_id
  where listed.feed_id = $2 and listed.run_id <> $1 and g.status = 'published' and g.provider = $3
    and not exists (
      select from feed_games other where other.game_id = g.id and other.feed_id <> $2 and other.run_id is not null
    )
  returning position`
