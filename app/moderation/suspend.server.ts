import { eq } from 'drizzle-orm'
import { type ActOutcome, findActSince, logAct } from '../accounts/operators/audit-log.server.ts'
import type { Suspension } from '../accounts/account-rules.ts'
import { setSuspension } from '../accounts/operators/suspension.server.ts'
import { database, type Transaction } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { formatMoment } from '../lib/dates.ts'
import { notify } from '../notifications/notify.server.ts'
import type { Player } from '../server/sessions/session.server.ts'
import { closeReports } from './close-reports.server.ts'
import { OPERATOR_STAYS, SELF_STAYS } from './moderation-rules.ts'

/** `seen` is the id of the newest act on the account when the operator's page was rendered. */
export type AccountCase = { operator: Player; playerId: string; seen: number }

/**
 * Suspends an account until a given time, for a reason that its player sees (docs/product.md#suspensions). Ends its
 * sessions and closes the reports about the player. The player's texts stay public. Operators cannot suspend themselves
 * or other operators.
 */
export function suspend({ operator, playerId, seen }: AccountCase, suspension: Suspension): Promise<ActOutcome> {
  return database().transaction(async (tx) => {
    if (playerId === operator.id) return { outcome: 'forbidden', why: SELF_STAYS }
    const player = await lockPlayer(tx, playerId)
    if (!player) return { outcome: 'gone' }
    if (player.role === 'operator') return { outcome: 'forbidden', why: OPERATOR_STAYS }
    const on = { kind: 'player', id: playerId } as const
    const other = await findActSince(tx, on, seen)
    if (other) return { outcome: 'decided', ...other }
    const until = suspension.until.toISOString()
    await logAct(tx, { by: operator, act: 'suspended', on, why: suspension.why, details: { until } })
    await closeReports(tx, on, 'upheld')
    const words = `Your account was suspended until ${formatMoment(suspension.until)}: ${suspension.why}`
    await notify(tx, playerId, { kind: 'decision', words })
    await setSuspension(tx, playerId, suspension)
    return { outcome: 'done' }
  })
}

export function liftSuspension({ operator, playerId, seen }: AccountCase): Promise<ActOutcome> {
  return database().transaction(async (tx) => {
    const player = await lockPlayer(tx, playerId)
    if (!player) return { outcome: 'gone' }
    const on = { kind: 'player', id: playerId } as const
    const other = await findActSince(tx, on, seen)
    if (other) return { outcome: 'decided', ...other }
    if (!player.suspendedUntil || player.suspendedUntil < new Date()) return { outcome: 'gone' }
    await logAct(tx, { by: operator, act: 'suspension lifted', on })
    await setSuspension(tx, playerId, null)
    return { outcome: 'done' }
  })
}

async function lockPlayer(tx: Transaction, playerId: string) {
  const [player] = await tx
    .select({ role: players.role, suspendedUntil: players.suspendedUntil })
    .from(players)
    .where(eq(players.id, playerId))
    .for('no key update')
  return player
}
