import { eq, inArray } from 'drizzle-orm'
import { database, type Transaction } from '../../db/connection.server.ts'
import { players, verifications } from '../../db/schema/accounts.server.ts'
import { deleteFiles } from '../../server/files/delete-files.server.ts'
import { purgeProfile } from '../profile/purge-profile.server.ts'

/** A domain's cleanup, in the transaction that deletes a player, before their rows are deleted. */
export type Departure = (tx: Transaction, playerId: string) => Promise<unknown>

let departures: readonly Departure[] | null = null

/** Registers all cleanups; called where the server's modules come together. */
export function registerDepartures(steps: readonly Departure[]): void {
  departures = steps
}

/**
 * Deletes an account and everything that belongs to it, permanently. Rows, and with them all sessions, are deleted at
 * once, stored files a moment later (docs/decisions/009-deleting-an-account.md). First runs the domains'
 * cleanups of their counts (app/departures.server.ts).
 */
export async function deleteAccount(playerId: string): Promise<void> {
  if (!departures) throw new Error('No departures are registered: call registerDepartures first')
  const steps = departures
  await database().transaction(async (tx) => {
    // A concurrent upload waits for this lock, finds no player, and deletes its file.
    const [leaving] = await tx
      .select({ username: players.username })
      .from(players)
      .where(eq(players.id, playerId))
      .for('update')
    if (leaving) await purgeProfile(playerId, [leaving.username], tx)
    for (const step of steps) await step(tx, playerId)
    // Mail tokens contain the player's id, used ones too.
    await tx.delete(verifications).where(inArray(verifications.value, [playerId, `used:${playerId}`]))
    await tx.delete(players).where(eq(players.id, playerId))
    await deleteFiles({ playerId }, tx)
  })
}
