import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import { refreshListings } from '../../catalogue/listings.server.ts'
import { lockGames } from '../../management/bulk/write-games.server.ts'
import { recount } from './apply-run.server.ts'
import { FED_FIELDS, hasValues, isSameValue, type StoredGame, type Values } from './fed-fields.ts'
import { type EntryOutcome, lockRun, noteOutcomes, noteProgress, RUN_BATCH, type RunEntry } from './run-steps.server.ts'
import { UNDONE_REASON, UNLISTED_REASON } from './feed-run.ts'
import { readStoredGames, writeStoredGames } from './stored-games.server.ts'

const EDITED = 'An operator or another run has changed the game since'

/**
 * Undoes the next batch of a run's applied entries: those after a position. Hides new games and restores the others to
 * their state before the run, except games that have changed since. Returns the last position; null if there is nothing
 * left to do. After a crash, the next attempt undoes the rest (docs/product.md#applying-and-undoing-a-run).
 */
export async function undoNextBatch(tx: Transaction, runId: number, from: number): Promise<number | null> {
  const run = await lockRun(tx, runId)
  if (run?.state !== 'undoing') return null
  const entries = await preparedIn<RunEntry>(tx, 'feed-next-applied', NEXT_APPLIED, [runId, from, RUN_BATCH + 1])
  const batch = entries.slice(0, RUN_BATCH)
  const isLast = entries.length === batch.length
  const outcomes = batch.length ? await undoEntries(tx, runId, batch) : []
  await noteOutcomes(tx, runId, outcomes)
  const skipped = outcomes.filter(({ outcome }) => outcome === 'not undone').length
  await noteProgress(tx, runId, outcomes.length, skipped)
  if (!isLast) return batch.at(-1)!.position
  if (outcomes.length > skipped || run.done > run.skipped) await recount(tx)
  await preparedIn(tx, 'feed-undone', UNDONE, [runId])
  return null
}

async function undoEntries(tx: Transaction, runId: number, batch: RunEntry[]): Promise<EntryOutcome[]> {
  const ids = batch.flatMap(({ gameId }) => gameId ?? [])
  await lockGames(tx, ids)
  const undoable = await listUndoable(tx, runId, batch)
  const written: { id: number; values: Values }[] = []
  const outcomes = batch.map((entry): EntryOutcome => {
    const id = undoable.get(entry.position)
    if (id === undefined) return { position: entry.position, outcome: 'not undone', reason: EDITED }
    // The rule's reason remains, so that a game held by a rule is not published together with others.
    const reason = (entry.after as Values | null)?.status_reason || UNDONE_REASON
    const values = entry.kind === 'new' ? { status: 'hidden', status_reason: reason } : entry.before!
    written.push({ id, values })
    return { position: entry.position, outcome: 'undone' }
  })
  if (written.length) {
    await writeStoredGames(tx, written)
    const relisted = batch.flatMap(({ kind, position }) => (kind === 'relisted' && undoable.get(position)) || [])
    await preparedIn(tx, 'feed-unlist-again', UNLIST, [runId, relisted])
    await refreshListings(tx, written.map(({ id }) => id), { isCounted: false }) // prettier-ignore
    await purgePages(['games'], tx)
  }
  return outcomes
}

/** Returns the ids of games that are still in the state that their entries left, by the positions of the entries. */
export async function listUndoable(tx: Transaction, runId: number, batch: RunEntry[]): Promise<Map<number, number>> {
  const ids = batch.flatMap(({ gameId }) => gameId ?? [])
  const edited = await preparedIn<{ id: number }>(tx, 'feed-edited', EDITED_SINCE, [runId, ids])
  const editedIds = new Set(edited.map(({ id }) => id))
  const games = await readStoredGames(tx, ids)
  return new Map(
    batch.flatMap((entry): [number, number][] => {
      const game = entry.gameId === null ? undefined : games.get(entry.gameId)
      return game && !editedIds.has(game.id) && isAsLeft(game, entry) ? [[entry.position, game.id]] : []
    }),
  )
}

/**
 * Whether a game is still in the state that its entry left. Changes by the portal itself, such as a quarantine, are
 * ignored.
 */
function isAsLeft(game: StoredGame, { kind, after }: RunEntry): boolean {
  if (kind === 'delisted')
    return game.status === 'delisted' || (game.status === 'hidden' && game.reason === UNLISTED_REASON)
  if (kind !== 'new') return hasValues(game, after)
  // A category set by a rule is stored as an override, and `hasValues` treats overridden fields as changed.
  const isSame = [...FED_FIELDS, 'age_rating'].every((field) => isSameValue(game.values[field], after[field]))
  return isSame && (game.status === after.status || game.status === 'quarantined')
}

/** The applied entries of a run after a position. */
export const NEXT_APPLIED = `
  select position, kind, game_id as "gameId", after, before, entry_hash as hash, rulings
  from feed_run_entries where run_id = $1 and position > $2 and outcome = 'applied' order by position limit $3`

/** Games that an operator, a later bulk action or a later run has changed. */
const EDITED_SINCE = `
  select game.id from feed_runs run cross join unnest($2::int[]) game(id)
  where run.id = $1 and (exists (
    select from operator_acts a
    where a.on_kind = 'game' and a.on_id = game.id::text and a.created_at > run.applied_at
  ) or exists (
    select from bulk_action_games changed join bulk_actions b on b.id = changed.action_id
    where changed.game_id = game.id and changed.before is not null and b.undone_at is null
      and b.created_at > run.applied_at
  ) or exists (
    select from feed_run_entries changed join feed_runs later on later.id = changed.run_id
    where changed.game_id = game.id and changed.run_id <> run.id and changed.outcome = 'applied'
      and later.applied_at > run.applied_at
  ))`

/** A relisted game was not listed before. */
const UNLIST = `
  update feed_games f set run_id = null from feed_runs r
  where r.id = $1 and f.feed_id = r.feed_id and f.game_id = any($2::int[])`

const UNDONE = `update feed_runs set state = 'undone', error = null, active_at = now() where id = $1`
