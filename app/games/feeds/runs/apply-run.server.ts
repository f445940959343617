import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import { recountListings, refreshListings } from '../../catalogue/listings.server.ts'
import type { FeedGame } from '../../import/read-game.ts'
import { lockGames } from '../../management/bulk/write-games.server.ts'
import { hasValues, type Values } from './fed-fields.ts'
import { gamesIn } from './feed-run.ts'
import { createGames, type CreatedGame, type NewEntry } from './new-games.server.ts'
import {
  type EntryOutcome,
  type LockedRun,
  lockRun,
  noteOutcomes,
  noteProgress,
  RUN_BATCH,
  type RunEntry,
} from './run-steps.server.ts'
import { readStoredGames, writeStoredGames } from './stored-games.server.ts'

const CHANGED_SINCE = 'The game has changed since the plan was made'
const EXISTS = 'Another run has added the game since the plan was made'
const LISTED_ELSEWHERE = 'Another feed lists the game'

/**
 * Applies the next batch of chosen entries of a run that is being applied: those after a position. Returns the last
 * position; null if there is nothing left to do. The changes of a batch, its outcomes and the progress are one
 * transaction. After a crash, the next attempt applies the rest, and nothing twice
 * (docs/product.md#applying-and-undoing-a-run).
 */
export async function applyNextBatch(tx: Transaction, runId: number, from: number): Promise<number | null> {
  const run = await lockRun(tx, runId)
  if (run?.state !== 'applying') return null
  if (run.isCancelled) {
    await preparedIn(tx, 'feed-apply-cancelled', CANCELLED, [runId])
    await recount(tx)
    return null
  }
  const entries = await preparedIn<RunEntry>(tx, 'feed-next-entries', NEXT, [runId, from, !run.question, RUN_BATCH + 1])
  const batch = entries.slice(0, RUN_BATCH)
  const isLast = entries.length === batch.length
  const outcomes = batch.length ? await applyEntries(tx, run, batch) : []
  await noteOutcomes(tx, runId, outcomes)
  const skipped = outcomes.filter(({ outcome }) => outcome === 'skipped').length
  await noteProgress(tx, runId, outcomes.length, skipped)
  if (!isLast) return batch.at(-1)!.position
  if (outcomes.length > skipped || run.done > run.skipped) await recount(tx)
  await finish(tx, run)
  return null
}

async function applyEntries(tx: Transaction, run: LockedRun, batch: RunEntry[]): Promise<EntryOutcome[]> {
  const isNew = (entry: RunEntry): boolean => entry.kind === 'new'
  const news = batch.filter(isNew) as unknown as NewEntry[]
  // The lock prevents other sessions from taking a slug. It does not block reads.
  if (news.length) await preparedIn(tx, 'feed-lock-table', 'lock table games in share row exclusive mode')
  const existing = batch.filter((entry) => !isNew(entry))
  const ids = existing.flatMap(({ gameId }) => gameId ?? [])
  if (ids.length) await lockGames(tx, ids)
  const outcomes = await changeGames(tx, run, existing)
  const created = await createGames(tx, run, news)
  outcomes.push(...outcomesOf(news, created))
  await noteListed(tx, run, batch, outcomes)

  const written = outcomes.flatMap(({ outcome, game_id: id }) => (outcome === 'applied' && id ? [id] : []))
  if (written.length) {
    await refreshListings(tx, written, { isCounted: false })
    await purgePages(['games'], tx)
  }
  return outcomes
}

function outcomesOf(news: NewEntry[], created: CreatedGame[]): EntryOutcome[] {
  const createdAt = new Map(created.map((game) => [game.position, game]))
  return news.map(({ position }): EntryOutcome => {
    const game = createdAt.get(position)
    if (!game) return { position, outcome: 'skipped', reason: EXISTS }
    return { position, outcome: 'applied', game_id: game.id, after: game.after as FeedGame }
  })
}

/**
 * Applies entries to their games. An entry is skipped if its game has changed since the plan was made, or if the game
 * would be delisted although another feed lists it.
 */
async function changeGames(tx: Transaction, run: LockedRun, entries: RunEntry[]): Promise<EntryOutcome[]> {
  const games = await readStoredGames(tx, entries.flatMap(({ gameId }) => gameId ?? [])) // prettier-ignore
  const delisted = entries.flatMap(({ kind, gameId }) => (kind === 'delisted' && gameId ? [gameId] : []))
  const elsewhere = delisted.length
    ? await preparedIn<{ id: number }>(tx, 'feed-elsewhere', ELSEWHERE, [run.feedId, delisted])
    : []
  const listedElsewhere = new Set(elsewhere.map(({ id }) => id))
  const written: { id: number; values: Values }[] = []
  const outcomes = entries.map(({ position, gameId, after, before }): EntryOutcome => {
    const game = gameId === null ? undefined : games.get(gameId)
    if (!game || !hasValues(game, before ?? {})) return { position, outcome: 'skipped', reason: CHANGED_SINCE }
    if (listedElsewhere.has(game.id)) return { position, outcome: 'skipped', reason: LISTED_ELSEWHERE }
    written.push({ id: game.id, values: after })
    return { position, outcome: 'applied', game_id: game.id }
  })
  await writeStoredGames(tx, written)
  return outcomes
}

/** Records the hashes of applied entries and that the feed lists their games. A delisted game loses its run. */
async function noteListed(tx: Transaction, run: LockedRun, batch: RunEntry[], outcomes: EntryOutcome[]): Promise<void> {
  const entryAt = new Map(batch.map((entry) => [entry.position, entry]))
  const listed = outcomes.flatMap(({ position, outcome, game_id: id }) => {
    const entry = entryAt.get(position)!
    if (outcome !== 'applied') return []
    return [{ id, hash: entry.hash, run: entry.kind === 'delisted' ? null : run.id }]
  })
  if (listed.length) await preparedIn(tx, 'feed-note-listed', LISTED, [run.feedId, JSON.stringify(listed)])
}

/**
 * Completes the application. After a complete run, its number of games becomes the baseline for the next run, and
 * missing games that cannot be delisted are unlisted. Neither happens while the operator has to confirm that the feed
 * became much shorter.
 */
export async function finish(tx: Transaction, run: LockedRun): Promise<void> {
  await preparedIn(tx, 'feed-applied', APPLIED, [run.id])
  if (!run.isComplete || run.question) return
  await preparedIn(tx, 'feed-complete', COMPLETE, [run.feedId, gamesIn(run.counts)])
  await preparedIn(tx, 'feed-unlist', UNLIST, [run.feedId, run.id, !run.isSaved])
}

/** Recounts all lists, because batches do not. */
export async function recount(tx: Transaction): Promise<void> {
  await recountListings(tx)
  await purgePages(['games'], tx)
}

const NEXT = `
  select position, kind, game_id as "gameId", after, before, entry_hash as hash, rulings
  from feed_run_entries
  where run_id = $1 and position > $2 and outcome is null and is_chosen and kind <> 'rejected'
    and (kind <> 'delisted' or $3)
  order by position limit $4`

const CANCELLED = `update feed_runs set state = 'cancelled', active_at = now() where id = $1`

const APPLIED = `update feed_runs set state = 'applied', error = null, active_at = now() where id = $1`

const COMPLETE = 'update feeds set complete_entries = $2 where id = $1'

const ELSEWHERE = `
  select distinct game_id as id from feed_games
  where game_id = any($2::int[]) and feed_id <> $1 and run_id is not null`

const LISTED = `
  insert into feed_games (feed_id, game_id, entry_hash, run_id)
  select $1::int, id, hash, run from json_to_recordset($2::json) as t(id int, hash text, run int)
  on conflict (feed_id, game_id) do update
    set run_id = excluded.run_id, entry_hash = coalesce(excluded.entry_hash, feed_games.entry_hash)`

/**
 * Unlists missing games that another feed lists. For a feed that only the command has read, unlists all missing games,
 * because it never delists any.
 */
const UNLIST = `
  update feed_games f set run_id = null
  where f.feed_id = $1 and f.run_id <> $2 and ($3 or exists (
    select from feed_games other where other.game_id = f.game_id and other.feed_id <> $1 and other.run_id is not null
  ))`
