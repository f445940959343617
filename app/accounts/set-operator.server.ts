import { eq } from 'drizzle-orm'
import { database } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { noteAct } from './operator-acts.server.ts'

/**
 * Gives or takes the operator role (docs/product.md, Operators), and notes the act where that changes anything. Takes an
 * e-mail address in any case; gives the player with the address as it is kept and whether anything changed, or null where
 * nobody has it. Acts on the player's next request, since roles are read with each.
 */
export async function setOperator(
  email: string,
  isOperator: boolean,
): Promise<{ username: string; email: string; changed: boolean } | null> {
  const role = isOperator ? 'operator' : 'player'
  return database().transaction(async (tx) => {
    const address = email.trim().normalize('NFC').toLowerCase()
    const [player] = await tx.select().from(players).where(eq(players.email, address)).for('update')
    if (!player) return null
    const changed = player.role !== role
    if (changed) {
      await tx.update(players).set({ role, updatedAt: new Date() }).where(eq(players.id, player.id))
      const act = isOperator ? 'operator added' : 'operator removed'
      await noteAct(tx, { by: null, act, on: { kind: 'player', id: player.id } })
    }
    return { username: player.username, email: player.email, changed }
  })
}
