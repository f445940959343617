import { sql } from 'drizzle-orm'
import { type ActOutcome, logAct } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { prepared, preparedIn } from '../../../db/query.server.ts'
import { countOf } from '../../../lib/text.ts'
import { countAttemptOf } from '../../../server/http/count-attempts.server.ts'
import { tooManyMessage } from '../../../server/http/rate-limit.server.ts'
import { addJob, sqlOf } from '../../../server/jobs/jobs.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { startBulkAction } from '../../management/bulk/start-bulk-action.server.ts'
import type { CheckedGame } from '../checks/check-address.server.ts'
import { checkGames } from '../checks/check-games.server.ts'
import { CHECKABLE } from '../checks/due-games.server.ts'
import { returnGames } from '../checks/settle-checks.server.ts'
import { dismissEvidence } from '../dismiss-evidence.server.ts'
import { checkingGames } from '../health-jobs.server.ts'
import { ADD_HEALTH } from '../suspects.server.ts'
import { OUTCOME_LABELS } from './evidence.ts'

/** The result of an action, with the message for the operator. */
type Outcome = Exclude<ActOutcome, { outcome: 'done' }> | { outcome: 'done'; message: string; isFault?: boolean }

const NONE_SELECTED: Outcome = { outcome: 'forbidden', why: 'Select games first' }
const GONE: Outcome = { outcome: 'gone' }

/** Hides games with a reason, as a bulk action that can be undone. */
export async function hideBroken(operator: Player, ids: number[], reason: string): Promise<Outcome> {
  if (!ids.length) return NONE_SELECTED
  const start = { operator, action: 'hide', options: { reason }, picked: { ids }, confirmed: ids.length } as const
  const started = await startBulkAction(start)
  return 'id' in started ? { outcome: 'done', message: `${countOf(ids.length, 'game')} hidden` } : GONE
}

/**
 * Dismisses warnings about games. Earlier evidence no longer counts, and quarantined games get their earlier status.
 * The next check is in 30 days, unless an operator requests one.
 */
export async function dismissWarnings(operator: Player, ids: number[]): Promise<Outcome> {
  if (!ids.length) return NONE_SELECTED
  return database().transaction(async (tx): Promise<Outcome> => {
    // In the same order as imports: the table first, then its rows.
    await tx.execute(sql`lock table games in row exclusive mode`)
    const games = await preparedIn<{ id: number; title: string; why: string }>(tx, 'to-dismiss', TO_DISMISS, [ids])
    if (games.length < ids.length) return GONE
    for (const id of ids) await preparedIn(tx, 'add-health', ADD_HEALTH, [id])
    const returned = await returnGames(tx, ids)
    await dismissEvidence(tx, ids)
    for (const { id, title, why } of games)
      await logAct(tx, {
        by: operator,
        act: 'warning dismissed',
        on: { kind: 'game', id: String(id) },
        why,
        details: { title, isReturned: returned.includes(id) },
      })
    const published = returned.length ? `. ${countOf(returned.length, 'game')} public again` : ''
    return { outcome: 'done', message: `${countOf(ids.length, 'warning')} dismissed${published}` }
  })
}

/** Checks the address of one game at once, or of several within minutes. The rules are those of scheduled checks. */
export async function checkAgain(operator: Player, ids: number[]): Promise<Outcome> {
  if (!ids.length) return NONE_SELECTED
  const games = await prepared<CheckedGame & { title: string; status: string }>('to-check', TO_CHECK, [ids])
  const [game] = games
  if (!game) return { outcome: 'forbidden', why: NO_ADDRESS }
  const wait = await countAttemptOf('check-game', operator.id)
  if (wait) return { outcome: 'forbidden', why: tooManyMessage(wait, 'check a game') }
  if (games.length > 1) return queueChecks(operator, games)
  const checked = await checkGames([game], { db: database() })
  const found = checked.find(({ gameId }) => gameId === game.id)
  if (!found) return GONE
  const [after] = await prepared<{ status: string }>('status-of', 'select status from games where id = $1', [game.id])
  const text = `${OUTCOME_LABELS[found.outcome]}${found.outcome === 'works' ? '' : ` (${found.detail})`}`
  await logChecks(operator, [game], text)
  const message = `${game.title}: ${text}${changeText(game.status, after?.status)}`
  return { outcome: 'done', message, isFault: found.outcome !== 'works' }
}

const NO_ADDRESS =
  'Checks cover only public and quarantined games on other hosts. Play the game to see whether it works'

function changeText(before: string, after: string | undefined): string {
  if (before === after) return ''
  return after === 'quarantined' ? '. It is quarantined' : '. It is public again'
}

async function queueChecks(operator: Player, games: { id: number; title: string }[]): Promise<Outcome> {
  await database().transaction(async (tx) => {
    const ids = games.map(({ id }) => id)
    for (const id of ids) await preparedIn(tx, 'add-health', ADD_HEALTH, [id])
    await preparedIn(tx, 'check-soon', CHECK_SOON, [ids])
    await addJob(checkingGames.queue, {}, sqlOf(tx))
  })
  await logChecks(operator, games, 'queued')
  return { outcome: 'done', message: `${countOf(games.length, 'game')} will be checked within a few minutes` }
}

async function logChecks(operator: Player, games: { id: number; title: string }[], why: string): Promise<void> {
  await database().transaction(async (tx) => {
    for (const { id, title } of games)
      await logAct(tx, { by: operator, act: 'checked', on: { kind: 'game', id: String(id) }, why, details: { title } })
  })
}

const TO_DISMISS = `
  select g.id, g.title, coalesce(nullif(g.status_reason, ''), nullif(h.detail, ''), '') as why
  from games g left join game_health h on h.game_id = g.id
  where g.id = any($1::int[]) and g.status <> 'deleted' order by g.id for no key update of g`

const TO_CHECK = `
  select g.id, g.slug, g.provider, g.title, g.status, coalesce(g.url, g.held_url) as url, g.width, g.height
  from games g where g.id = any($1::int[]) and ${CHECKABLE} order by g.id`

/** This precedes the due times of all games that were never checked. */
const CHECK_SOON = `update game_health set next_check_at = '1900-01-01' where game_id = any($1::int[])`
