import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { players, sessions } from '../../db/schema/accounts.server.ts'
import type { Suspension } from '../account-rules.ts'

/**
 * Suspends a player (docs/product.md#suspensions): ends all sessions in the transaction, and prevents new ones until
 * the suspension expires. Null lifts the suspension.
 */
export async function setSuspension(tx: Transaction, playerId: string, suspension: Suspension | null): Promise<void> {
  await tx
    .update(players)
    .set({ suspendedUntil: suspension?.until ?? null, suspendedWhy: suspension?.why ?? '' })
    .where(eq(players.id, playerId))
  if (suspension) await tx.delete(sessions).where(eq(sessions.playerId, playerId))
}
