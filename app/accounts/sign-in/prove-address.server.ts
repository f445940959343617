import { and, eq, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { credentials, players, sessions } from '../../db/schema/accounts.server.ts'

/**
 * Records that an emailed link proved a player's ownership of the address. The first proof deletes all sessions and
 * linked sign-ins, since somebody else could have created them before. The caller replaces or checks the password
 * (docs/decisions/014-verified-addresses.md). Returns the player, or null if the account was deleted.
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
