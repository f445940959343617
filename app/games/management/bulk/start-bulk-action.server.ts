import type { ActOutcome } from '../../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, database, type Transaction } from '../../../db/connection.server.ts'
import { prepared, preparedIn } from '../../../db/query.server.ts'
import type { BulkOptions } from '../../../db/schema/game-management.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { selectionOf } from '../table/selection.server.ts'
import { filterOf, gamesQueryText } from '../table/table-rules.ts'
import { prepareBulkActions, queueBulkAction } from './bulk-job.server.ts'
import { BATCH_SIZE, type BulkAction, GAMES_AT_ONCE, type PickedGames, UNDO_MINUTES } from './bulk-rules.ts'
import { countPicked, findStartedAction } from './find-bulk-action.server.ts'
import { logStarted, logUndoStarted } from './log-bulk-action.server.ts'
import { runNextBatch, undoNextBatch } from './run-bulk-action.server.ts'
import { lockGames } from './write-games.server.ts'

type Start = { operator: Player; action: BulkAction; options: BulkOptions; picked: PickedGames; confirmed: number }

/**
 * Starts an action on games, in this request for up to GAMES_AT_ONCE, otherwise as a job. Logs it as one entry with the
 * filter and, once it has finished, the number of changed games and some of their titles. Starts nothing if the number
 * of games is no longer the one that was confirmed. Returns the id of the action, or the number of games now.
 */
export async function startBulkAction(start: Start): Promise<{ id: number } | { count: number }> {
  const { operator, action, options, picked, confirmed } = start
  const { count } = await countPicked(picked)
  if (count !== confirmed || !count) return { count }
  const query = 'query' in picked ? gamesQueryText(picked.query) : null
  const isJob = count > GAMES_AT_ONCE
  if (isJob) await prepareBulkActions()
  // Writing down half a million games takes longer than a page's query may.
  const db = isJob ? backgroundDatabase() : database()
  const starting = db.transaction(async (tx) => {
    const [row] = await preparedIn<{ id: number }>(tx, 'bulk-create', CREATE, [action, options, query, count])
    const { id } = row as { id: number }
    await logStarted(tx, operator, { id, action, options, query, games: count, changed: 0 })
    const collected = await collectGames(tx, id, picked)
    // Another action or an import may have changed what the filter finds, after it was counted.
    if (collected !== confirmed) throw new SelectionChanged(collected)
    if (isJob) await queueBulkAction(tx, { id, isUndo: false })
    else await runWhole(tx, id, runNextBatch)
    return { id }
  })
  return starting.catch((error: unknown) => {
    if (error instanceof SelectionChanged) return { count: error.count }
    throw error
  })
}

class SelectionChanged extends Error {
  readonly count: number
  constructor(count: number) {
    super('The selection has changed')
    this.count = count
  }
}

/**
 * Writes down the selected games, so that the action changes those that were confirmed, whatever else changes before it
 * runs. Returns their number.
 */
async function collectGames(tx: Transaction, id: number, picked: PickedGames): Promise<number> {
  if ('ids' in picked) return (await preparedIn<{ games: number }>(tx, 'bulk-pick', PICK, [id, picked.ids]))[0]!.games
  const selection = selectionOf(filterOf(picked.query))
  const [row] = await preparedIn<{ games: number }>(
    tx,
    `bulk-collect-${selection.shape}`,
    `with selected as materialized (${selection.with} select ${selection.id} as id ${selection.from}),
     collected as (
       insert into bulk_action_games (action_id, game_id) select $${selection.values.length + 1}::int, id from selected
     )
     select count(*)::int as games from selected`,
    [...selection.values, id],
  )
  return row?.games ?? 0
}

const CREATE = `insert into bulk_actions (action, options, query, games) values ($1, $2::jsonb, $3, $4) returning id`

const PICK = `
  with picked as (
    insert into bulk_action_games (action_id, game_id) select $1, id from games where id = any($2::int[]) returning 1
  )
  select count(*)::int as games from picked`

/**
 * Runs an action, or its undo, to its end in this transaction. Locks the games of all batches first, because each batch
 * locks the counts.
 */
async function runWhole(tx: Transaction, id: number, next: typeof runNextBatch): Promise<void> {
  const rows = await preparedIn<{ id: number }>(tx, 'bulk-games', GAMES, [id])
  const ids = rows.map((row) => row.id)
  await lockGames(tx, ids)
  while (await next(tx, id, { size: BATCH_SIZE, isCounted: true }));
}

const GAMES = 'select game_id as id from bulk_action_games where action_id = $1'

/**
 * Restores the games of an action as they were before it, in this request or as a job. Refuses once UNDO_MINUTES have
 * passed since it finished.
 */
export async function undoBulkAction(operator: Player, id: number): Promise<ActOutcome> {
  const started = await findStartedAction(id)
  if (!started) return { outcome: 'gone' }
  return database().transaction(async (tx): Promise<ActOutcome> => {
    const [row] = await preparedIn<{ changed: number }>(tx, 'bulk-undo', UNDO, [id])
    if (!row) return { outcome: 'forbidden', why: TOO_LATE }
    await logUndoStarted(tx, operator, { ...started, changed: row.changed })
    if (row.changed > GAMES_AT_ONCE) await queueBulkAction(tx, { id, isUndo: true })
    else await runWhole(tx, id, undoNextBatch)
    return { outcome: 'done' }
  })
}

const TOO_LATE = `An action can be undone for ${UNDO_MINUTES} minutes. This one was undone already, or is too old`

const UNDO = `
  update bulk_actions set undo_started_at = now(), dismissed_at = null
  where id = $1 and undo_started_at is null and finished_at > now() - interval '${UNDO_MINUTES} minutes'
  returning changed`

/** Continues an action, or its undo, whose job failed for the last time. */
export function continueBulkAction(id: number): Promise<ActOutcome> {
  return database().transaction(async (tx): Promise<ActOutcome> => {
    const [row] = await preparedIn<{ isUndo: boolean }>(tx, 'bulk-continue', CONTINUE, [id])
    if (!row) return { outcome: 'gone' }
    await queueBulkAction(tx, { id, isUndo: row.isUndo })
    return { outcome: 'done' }
  })
}

const CONTINUE = `
  update bulk_actions set stopped_at = null where id = $1 and stopped_at is not null
  returning undo_started_at is not null as "isUndo"`

/** Closes the notice of an operator's action above the table. One that is running keeps its notice. */
export async function dismissBulkAction(operator: Player, id: number): Promise<ActOutcome> {
  const rows = await prepared('bulk-dismiss', DISMISS, [id, operator.id])
  return { outcome: rows.length ? 'done' : 'gone' }
}

const DISMISS = `
  update bulk_actions b set dismissed_at = now()
  where id = $1 and finished_at is not null and (undo_started_at is null or undone_at is not null)
    and exists (select from operator_acts a where a.on_kind = 'games' and a.on_id = b.id::text and a.operator_id = $2)
  returning id`
