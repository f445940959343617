import { eq } from 'drizzle-orm'
import { backgroundDatabase, type Transaction } from '../../../db/connection.server.ts'
import { feedRuns } from '../../../db/schema/feeds.server.ts'
import { gameCounts } from '../../../db/schema/game-listings.server.ts'
import { recountListings, vacuumCatalogue } from '../../catalogue/listings.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { applyNextBatch } from './apply-run.server.ts'
import { undoNextBatch } from './undo-run.server.ts'

/** At 500,000 games, counting all lists takes as long as a batch. */
const BATCHES_A_COUNT = 50

/**
 * Applies or undoes a run batch by batch, until there is nothing left or `signal` aborts. Calls `onBatch` after each
 * batch. The last batch may be smaller. After an interruption, call it again to process the rest.
 */
export async function changeAll(
  runId: number,
  what: 'apply' | 'undo',
  { signal, onBatch }: { signal?: AbortSignal; onBatch?: () => unknown } = {},
): Promise<void> {
  const next = what === 'apply' ? applyNextBatch : undoNextBatch
  await backgroundDatabase().transaction((tx) => countEntries(tx, runId, what))
  let batches = 0
  for (let from: number | null = -1; from !== null; batches++) {
    signal?.throwIfAborted()
    const position: number = from
    from = await backgroundDatabase().transaction((tx) => next(tx, runId, position))
    await onBatch?.()
    if (from !== null && (batches + 1) % BATCHES_A_COUNT === 0) await backgroundDatabase().transaction(recountListings)
  }
}

/** Stores the total number of entries to change, for the progress. */
async function countEntries(tx: Transaction, runId: number, what: 'apply' | 'undo'): Promise<void> {
  if (what === 'apply') await preparedIn(tx, 'feed-count-chosen', COUNT_CHOSEN, [runId])
  else await preparedIn(tx, 'feed-count-applied', COUNT_APPLIED, [runId])
}

const COUNT_CHOSEN = `
  update feed_runs r set total = done + (
    select count(*) from feed_run_entries e
    where e.run_id = r.id and e.is_chosen and e.outcome is null and e.kind <> 'rejected'
      and (e.kind <> 'delisted' or r.delist_question is null)
  )
  where id = $1 and state = 'applying'`

const COUNT_APPLIED = `
  update feed_runs r set total = done + (
    select count(*) from feed_run_entries e where e.run_id = r.id and e.outcome = 'applied'
  )
  where id = $1 and state = 'undoing'`

/**
 * Vacuums the catalogue if a run changed more than a tenth of all games. For fewer changes, autovacuum is sufficient
 * within minutes.
 */
export async function vacuumAfter(runId: number): Promise<void> {
  const db = backgroundDatabase()
  const [all] = await db.select({ games: gameCounts.games }).from(gameCounts).where(eq(gameCounts.list, 'all'))
  const [run] = await db.select({ done: feedRuns.done }).from(feedRuns).where(eq(feedRuns.id, runId))
  if ((run?.done ?? 0) * 10 > (all?.games ?? 0)) await vacuumCatalogue()
}
