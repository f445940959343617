import { logAct } from '../../../accounts/operators/audit-log.server.ts'
import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { BulkOptions } from '../../../db/schema/game-management.server.ts'
import { countOf, formatCount } from '../../../lib/text.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { describeFilter, readGamesQuery } from '../table/table-rules.ts'
import { type BulkAction, bulkResult, findBulkAction } from './bulk-rules.ts'

/** Titles in an entry of the audit log. */
const NAMED = 5

/** What the entries of an action in the audit log are written from. */
export type LoggedAction = {
  id: number
  action: BulkAction
  options: BulkOptions
  /** The filter that selected its games; null if they were picked one by one. */
  query: string | null
  /** How many games were selected, and how many it has changed. */
  games: number
  changed: number
}

/** Logs the start of an action. Once it has finished, `logFinished` completes the entry. */
export async function logStarted(tx: Transaction, operator: Player, started: LoggedAction): Promise<void> {
  const { id, action, query, games } = started
  await logAct(tx, {
    by: operator,
    act: ACTS[action],
    on: { kind: 'games', id: String(id) },
    why: `Started on ${countOf(games, 'game')}${filterOf(started)}${settingsOf(started)}`,
    details: { query: query ?? '', games },
  })
}

/** Writes how many games an action has changed, and some of their titles, into its entry of the audit log. */
export async function logFinished(tx: Transaction, id: number): Promise<void> {
  const started = await readAction(tx, id)
  if (!started) return
  const { games, changed } = started
  const rows = await preparedIn<{ title: string }>(tx, 'bulk-changed-titles', TITLES, [id, NAMED])
  const more = changed - rows.length
  const named = rows.map(({ title }) => title).join(', ')
  const titles = named && `: ${named}${more > 0 ? ` and ${formatCount(more)} more` : ''}`
  const count = changed === games ? countOf(games, 'game') : `${formatCount(changed)} of ${countOf(games, 'game')}`
  const why = `${count}${filterOf(started)}${titles}${settingsOf(started)}`
  await preparedIn(tx, 'bulk-logged', FINISHED, [String(id), why, JSON.stringify({ changed })])
}

/** Logs the start of an action's undo. Once it has finished, `logUndone` completes the entry. */
export async function logUndoStarted(tx: Transaction, operator: Player, started: LoggedAction): Promise<void> {
  const { id, action, options, changed } = started
  await logAct(tx, {
    by: operator,
    act: 'undone',
    on: { kind: 'games', id: String(id) },
    why: `Undoing: ${bulkResult(action, options, changed)}${filterOf(started)}`,
    details: { query: started.query ?? '', changed },
  })
}

/** Writes how many games an undo has restored, and how many it has skipped, into its entry of the audit log. */
export async function logUndone(tx: Transaction, id: number): Promise<void> {
  const undone = await readAction(tx, id)
  if (!undone) return
  const { action, options, changed, restored, skipped } = undone
  const undid = `Undid: ${bulkResult(action, options, changed)}${filterOf(undone)}`
  const result = `${undid}. ${countOf(restored, 'game')} restored`
  const why = skipped ? `${result}, ${formatCount(skipped)} skipped because they changed since` : result
  await preparedIn(tx, 'bulk-undo-logged', UNDONE, [String(id), why, JSON.stringify({ restored, skipped })])
}

const ACTS = {
  publish: 'published',
  hide: 'hidden',
  delete: 'deleted',
  feature: 'featured',
  unfeature: 'unfeatured',
  'add-category': 'category added',
  'remove-category': 'category removed',
  'add-tag': 'tag added',
  'remove-tag': 'tag removed',
  reset: 'reset',
  'apply-rule': 'rule applied',
} as const satisfies Record<BulkAction, string>

/** Such as " (Status: Pending review)"; nothing if the games were picked one by one. */
function filterOf({ query }: Pick<LoggedAction, 'query'>): string {
  return query === null ? '' : ` (${describeFilter(readGamesQuery(new URLSearchParams(query)))})`
}

/** Such as ". Reason: casino". */
function settingsOf({ options: { rule, reason, category, tag, field } }: Pick<LoggedAction, 'options'>): string {
  if (rule) return `. Rule: ${rule}`
  return [category, tag, field, reason && `Reason: ${reason}`].map((text) => (text ? `. ${text}` : '')).join('')
}

type Row = Omit<LoggedAction, 'action'> & { action: string; restored: number; skipped: number }

async function readAction(tx: Transaction, id: number) {
  const [row] = await preparedIn<Row>(tx, 'bulk-to-log', READ, [id])
  const action = row && findBulkAction(row.action)
  return action ? { ...row, action } : null
}

const READ = 'select id, action, options, query, games, changed, restored, skipped from bulk_actions where id = $1'

const TITLES = `
  select g.title from bulk_action_games b join games g on g.id = b.game_id
  where b.action_id = $1 and b.before is not null order by b.game_id desc limit $2`

const FINISHED = `
  update operator_acts set why = $2, details = details || $3::jsonb
  where id = (select min(id) from operator_acts where on_kind = 'games' and on_id = $1)`

const UNDONE = `
  update operator_acts set why = $2, details = details || $3::jsonb
  where id = (select max(id) from operator_acts where on_kind = 'games' and on_id = $1 and act = 'undone')`
