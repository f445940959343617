import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { BulkBefore, BulkOptions } from '../../../db/schema/game-management.server.ts'
import { dismissEvidence } from '../../health/dismiss-evidence.server.ts'
import { deletePictureLater } from '../edit/game-picture.server.ts'
import { type BulkAction, findBulkAction } from './bulk-rules.ts'
import { logFinished, logUndone } from './log-bulk-action.server.ts'
import { planChange, planUndo } from './plan-change.server.ts'
import { readGames } from './read-games.server.ts'
import { lockGames, writeChanges } from './write-games.server.ts'

/** Whether the last batch counts the lists again, so that its transaction is complete. */
type Batch = { size: number; isCounted: boolean }

/** A locked action. */
type Running = {
  id: number
  action: BulkAction
  options: BulkOptions
  isFinished: boolean
  isUndone: boolean
}

/**
 * Changes the next batch of an action's games. Returns whether there is more to
 * do. Games, their earlier values and the position are written in one transaction, so that after a crash the next step
 * continues where the last one ended, and no game is changed twice.
 */
export async function runNextBatch(tx: Transaction, id: number, { size, isCounted }: Batch): Promise<boolean> {
  const running = await lockAction(tx, id)
  if (!running || running.isFinished) return false
  const { action, options } = running
  const rows = await preparedIn<{ id: number }>(tx, 'bulk-batch', BATCH, [id, size])
  const ids = rows.map((row) => row.id)
  const isLast = ids.length < size
  await lockGames(tx, ids)
  const changed = (await readGames(tx, action, ids)).flatMap((game) => {
    const plan = planChange(game, action, options)
    return plan ? [{ id: game.id, ...plan }] : []
  })
  await preparedIn(tx, 'bulk-before', BEFORE, [id, JSON.stringify(changed.map(({ id, before }) => ({ id, before })))])
  await writeChanges(tx, changed, { isCounted: isCounted && isLast })
  const released = changed.filter(
    ({ change, before }) => change.status?.status === 'published' && before.status?.status === 'quarantined',
  )
  await dismissEvidence(
    tx,
    released.map(({ id }) => id),
  )
  for (const { before } of changed) {
    const picture = before.fields?.image_url?.value
    if (typeof picture === 'string') await deletePictureLater(picture, tx)
  }
  await preparedIn(tx, 'bulk-progress', PROGRESS, [id, ids.at(-1) ?? null, ids.length, changed.length, isLast])
  if (isLast) await logFinished(tx, id)
  return !isLast
}

/**
 * Restores one batch of the games of an action that is being undone. Returns whether there are more. Skips games that
 * an operator has changed since, and those that are no longer as the action left them.
 */
export async function undoNextBatch(tx: Transaction, id: number, { size, isCounted }: Batch): Promise<boolean> {
  const running = await lockAction(tx, id)
  if (!running || running.isUndone) return false
  const { action, options } = running
  const rows = await preparedIn<{ id: number; before: BulkBefore }>(tx, 'bulk-undo-batch', UNDO_BATCH, [id, size])
  const ids = rows.map((row) => row.id)
  const isLast = ids.length < size
  await lockGames(tx, ids)
  const edited = new Set((await preparedIn<{ id: number }>(tx, 'bulk-edited', EDITED, [id, ids])).map((row) => row.id))
  const beforeOf = new Map(rows.map(({ id, before }) => [id, before]))
  const changed = (await readGames(tx, action, ids)).flatMap((game) => {
    const change = edited.has(game.id) ? null : planUndo(game, beforeOf.get(game.id)!, action, options)
    return change ? [{ id: game.id, change }] : []
  })
  await writeChanges(tx, changed, { isCounted: isCounted && isLast })
  const skipped = ids.length - changed.length
  await preparedIn(tx, 'bulk-undo-progress', UNDO_PROGRESS, [id, ids.at(-1) ?? null, changed.length, skipped, isLast])
  if (isLast) await logUndone(tx, id)
  return !isLast
}

async function lockAction(tx: Transaction, id: number): Promise<Running | null> {
  const [row] = await preparedIn<Omit<Running, 'action'> & { action: string }>(tx, 'bulk-lock', LOCK, [id])
  const action = row && findBulkAction(row.action)
  return action ? { ...row, action } : null
}

const LOCK = `
  select id, action, options, finished_at is not null as "isFinished",
    undone_at is not null as "isUndone"
  from bulk_actions where id = $1 for update`

const BATCH = `
  select game_id as id from bulk_action_games
  where action_id = $1 and game_id > (select position from bulk_actions where id = $1) order by game_id limit $2`

const BEFORE = `
  update bulk_action_games b set before = t.before from json_to_recordset($2::json) as t(id int, before jsonb)
  where b.action_id = $1 and b.game_id = t.id`

const PROGRESS = `
  update bulk_actions set position = coalesce($2::int, position), done = done + $3::int, changed = changed + $4::int,
    finished_at = case when $5 then now() end, stopped_at = null where id = $1`

const UNDO_BATCH = `
  select game_id as id, before from bulk_action_games
  where action_id = $1 and before is not null
    and game_id > (select undo_position from bulk_actions where id = $1) order by game_id limit $2`

/** Games that an operator has edited since, or a later bulk action has changed. Checks and drafts change nothing. */
const EDITED = `
  select game.id from unnest($2::int[]) game(id)
  where exists (
    select from operator_acts a where a.on_kind = 'game' and a.on_id = game.id::text
      and a.id > (select min(id) from operator_acts where on_kind = 'games' and on_id = ($1::int)::text)
      and a.act not in ('checked', 'version uploaded')
  ) or exists (
    select from bulk_action_games later join bulk_actions b on b.id = later.action_id
    where later.game_id = game.id and later.action_id > $1::int and later.before is not null and b.undone_at is null
  )`

const UNDO_PROGRESS = `
  update bulk_actions set undo_position = coalesce($2::int, undo_position), restored = restored + $3::int,
    skipped = skipped + $4::int, undone_at = case when $5 then now() end, stopped_at = null where id = $1`
