import { eq, or } from 'drizzle-orm'
import { database } from '../../db/connection.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { logAct } from './audit-log.server.ts'

/** Thrown instead of removing the last operator. */
export class LastOperatorError extends Error {
  override name = 'LastOperatorError'
}

/**
 * Grants or removes the operator role (docs/product.md#operators), and logs the change, if any. The e-mail address may
 * be in any case. Returns the player with the stored address and whether it is confirmed, or null if there is no such
 * player. Takes effect on the player's next request, since each request reads the role. Throws LastOperatorError for
 * the last operator, unless `force` is set.
 */
export async function setOperator(
  email: string,
  isOperator: boolean,
  { force = false } = {},
): Promise<{ username: string; email: string; isConfirmed: boolean; changed: boolean } | null> {
  const role = isOperator ? 'operator' : 'player'
  return database().transaction(async (tx) => {
    const address = email.trim().normalize('NFC').toLowerCase()
    // Locks all operators, so that concurrent removals cannot remove the last two. Locking in a fixed order prevents
    // deadlocks.
    const locked = await tx
      .select()
      .from(players)
      .where(or(eq(players.email, address), eq(players.role, 'operator')))
      .orderBy(players.id)
      .for('update')
    const player = locked.find(({ email }) => email === address)
    if (!player) return null
    const changed = player.role !== role
    const isLast = player.role === 'operator' && locked.length === 1
    if (changed && isLast && !force) throw new LastOperatorError()
    if (changed) {
      await tx.update(players).set({ role, updatedAt: new Date() }).where(eq(players.id, player.id))
      const act = isOperator ? 'operator added' : 'operator removed'
      await logAct(tx, { by: null, act, on: { kind: 'player', id: player.id } })
    }
    return { username: player.username, email: player.email, isConfirmed: player.emailVerified, changed }
  })
}
