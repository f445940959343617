import { and, eq, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { credentials, players, sessions } from '../db/schema/accounts.server.ts'

/**
 * Notes that a player has shown, by a link that was mailed, that the address is theirs. The first time, whatever else
 * opens the account ends, since anybody may have tied it to the address before: its sessions, and its sign-ins elsewhere.
 * The password is left to the caller: it is given anew, or was asked for (docs/decisions/014-who-proves-an-address.md).
 * Gives the player, or null where there is none any more.
 */
export async function proveAddress(
  tx: Transaction,
  playerId: string,
): Promise<{ username: string; email: string } | null> {
  const isPlayer = eq(players.id, playerId)
  const [player] = await tx
    .select({ username: players.username, email: players.email, wasProven: players.emailVerified })
    .from(players)
    .where(isPlayer)
    .for('update')
  if (!player) return null
  const { username, email, wasProven } = player
  await tx
    .update(players)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(isPlayer)
  if (!wasProven) {
    await tx.delete(sessions).where(eq(sessions.playerId, playerId))
    await tx
      .delete(credentials)
      .where(and(eq(credentials.playerId, playerId), ne(credentials.providerId, 'credential')))
  }
  return { username, email }
}
