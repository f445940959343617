import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { Ruling, StoredKind } from '../../../db/schema/feeds.server.ts'
import type { GameStatus } from '../../../db/schema/games.server.ts'
import type { FeedBatch, PlacedGame, Refusal } from '../../import/read-games.server.ts'
import type { FeedGame } from '../../import/read-game.ts'
import { differencesOf, entryHash, FEED_VALUE, type StoredGame, type Values } from './fed-fields.ts'
import { UNLISTED_REASON } from './feed-run.ts'
import { readStoredGames } from './stored-games.server.ts'

/** The feed that a run reads. */
export type PlannedFeed = { id: number; provider: string }
export type PlanRules = (game: FeedGame) => Ruling[]

/** An entry of a plan before its duplicates are determined. */
type PlanRow = {
  position: number
  kind: StoredKind
  game_id: number | null
  title: string
  after: Values | null
  before: Values | null
  entry_hash: string | null
  rulings: Ruling[] | null
  reason: string | null
}

/** The number of entries of each kind in a batch. */
export type BatchCounts = Record<StoredKind | 'unchanged' | 'ruled', number>

type Found = { at: number; id: number; status: GameStatus; reason: string; isSame: boolean }

/**
 * Compares a batch of a feed with the feed's last content and, where it differs, with the catalogue. Writes the plan's
 * entries. Also records which games the feed lists, unless `isDryRun` is set. Returns the number of entries of each
 * kind (docs/product.md#runs-of-a-feed).
 */
export async function compareBatch(
  tx: Transaction,
  { runId, feed, isDryRun }: { runId: number; feed: PlannedFeed; isDryRun: boolean },
  batch: FeedBatch,
  { rulingsOf, pause }: { rulingsOf: PlanRules; pause?: (() => Promise<void> | undefined) | undefined },
): Promise<BatchCounts> {
  const { games, refused } = batch
  const hashes = games.map(({ game }) => entryHash(game))
  const keys = games.map(({ game }) => game.provider_game_id)
  const found = await preparedIn<Found>(tx, 'feed-find', FIND, [feed.provider, keys, hashes, feed.id])
  const foundAt = new Map(found.map((one) => [one.at, one]))
  const differing = found.filter((one) => one.status !== 'deleted' && (!one.isSame || isUnlisted(one)))
  const stored = await readStoredGames(tx, differing.map(({ id }) => id)) // prettier-ignore
  const rows: PlanRow[] = []
  const listed: { id: number; hash: string | null }[] = []

  for (const [at, placed] of games.entries()) {
    const pausing = pause?.()
    if (pausing) await pausing
    const known = foundAt.get(at)
    const hash = hashes[at]!
    if (!known) rows.push(newRow(placed, hash, rulingsOf(placed.game)))
    else {
      const game = stored.get(known.id)
      const row = game && changedRow(placed, hash, game, known.isSame)
      if (row) rows.push(row)
      // A plan that is not applied must not hide a change from the next plan.
      listed.push({ id: known.id, hash: row ? null : hash })
    }
  }
  for (const refusal of refused) rows.push(rejectedRow(refusal))

  if (!isDryRun) {
    if (listed.length) await preparedIn(tx, 'feed-listed', LISTED, [feed.id, runId, JSON.stringify(listed)])
    if (batch.refusedKeys.length)
      await preparedIn(tx, 'feed-listed-keys', LISTED_KEYS, [feed.id, runId, feed.provider, batch.refusedKeys])
  }
  if (rows.length) await preparedIn(tx, 'feed-add-entries', ADD, [runId, JSON.stringify(rows)])
  return countRows(rows, games.length + refused.length)
}

/** Whether a game is delisted, or hidden because it was delisted for too long. */
function isUnlisted({ status, reason }: Pick<StoredGame, 'status' | 'reason'>): boolean {
  return status === 'delisted' || (status === 'hidden' && reason === UNLISTED_REASON)
}

function newRow({ position, game }: PlacedGame, hash: string, rulings: Ruling[]): PlanRow {
  const row = { position, kind: 'new', game_id: null, title: game.title, after: game, before: null } as const
  return { ...row, entry_hash: hash, rulings: rulings.length ? rulings : null, reason: null }
}

function rejectedRow({ entry, title, reason, given }: Refusal): PlanRow {
  const after = given ? { given } : null
  const row = { position: entry - 1, kind: 'rejected', game_id: null, title, after, before: null } as const
  return { ...row, entry_hash: null, rulings: null, reason }
}

/** Returns the entry of an existing game; null if nothing changes. */
function changedRow({ position, game }: PlacedGame, hash: string, stored: StoredGame, isSame: boolean): PlanRow | null {
  const { after, before } = isSame ? { after: {}, before: {} } : differencesOf(game, stored)
  const row = { position, game_id: stored.id, title: stored.title, entry_hash: hash, rulings: null, reason: null }
  if (isUnlisted(stored)) {
    Object.assign(after, { status: 'published', status_reason: '' })
    Object.assign(before, { status: stored.status, status_reason: stored.reason, status_at: stored.at })
    return { ...row, kind: 'relisted', after, before }
  }
  const keys = Object.keys(after)
  if (!keys.length) return null
  const kind = keys.every((key) => key.startsWith(FEED_VALUE)) ? 'overridden' : 'changed'
  return { ...row, kind, after, before }
}

function countRows(rows: PlanRow[], entries: number): BatchCounts {
  const counts = { new: 0, changed: 0, relisted: 0, delisted: 0, rejected: 0, overridden: 0, unchanged: 0, ruled: 0 }
  for (const { kind, rulings } of rows) {
    counts[kind]++
    if (rulings) counts.ruled++
  }
  return { ...counts, unchanged: entries - rows.length }
}

const FIND = `
  select t.at::int - 1 as at, g.id, g.status, g.status_reason as reason,
    coalesce(f.entry_hash = t.hash, false) as "isSame"
  from unnest($2::text[], $3::text[]) with ordinality t(key, hash, at)
  join games g on g.provider = $1 and g.provider_game_id = t.key
  left join feed_games f on f.feed_id = $4 and f.game_id = g.id`

const LISTED = `
  insert into feed_games (feed_id, game_id, entry_hash, run_id)
  select $1::int, id, hash, $2::int from json_to_recordset($3::json) as t(id int, hash text)
  on conflict (feed_id, game_id) do update
    set run_id = excluded.run_id, entry_hash = coalesce(excluded.entry_hash, feed_games.entry_hash)`

const LISTED_KEYS = `
  update feed_games f set run_id = $2 from games g
  where f.feed_id = $1 and g.id = f.game_id and g.provider = $3 and g.provider_game_id = any($4::text[])`

const ADD = `
  insert into feed_run_entries (run_id, position, kind, game_id, title, after, before, entry_hash, rulings, reason)
  select $1::int, position, kind, game_id, title, after, before, entry_hash, rulings, reason
  from json_to_recordset($2::json) as t(position int, kind text, game_id int, title text, after jsonb, before jsonb,
    entry_hash text, rulings jsonb, reason text)`
