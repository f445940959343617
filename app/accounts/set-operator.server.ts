import { eq, or } from 'drizzle-orm'
import { database } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { noteAct } from './operator-acts.server.ts'

/** The role was to be taken from the only operator. */
export class LastOperatorError extends Error {
  override name = 'LastOperatorError'
}

/**
 * Gives or takes the operator role (docs/product.md, Operators), and notes the act where that changes anything. Takes an
 * e-mail address in any case; gives the player with the address as it is kept and whether anything changed, or null where
 * nobody has it. Acts on the player's next request, since roles are read with each. Throws a LastOperatorError rather than
 * take the role from the only operator, unless `force` is set.
 */
export async function setOperator(
  email: string,
  isOperator: boolean,
  { force = false } = {},
): Promise<{ username: string; email: string; changed: boolean } | null> {
  const role = isOperator ? 'operator' : 'player'
  return database().transaction(async (tx) => {
    const address = email.trim().normalize('NFC').toLowerCase()
    // All operators are locked, in one order, so that two cannot be removed at once and none waits for another in a circle.
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
      await noteAct(tx, { by: null, act, on: { kind: 'player', id: player.id } })
    }
    return { username: player.username, email: player.email, changed }
  })
}
