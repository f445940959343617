import { eq, inArray } from 'drizzle-orm'
import { database, type Transaction } from '../db/connection.server.ts'
import { players, verifications } from '../db/schema/accounts.server.ts'
import { forgetFiles } from '../server/forget-files.server.ts'
import { purgeProfile } from './purge-profile.server.ts'

/** What a domain takes back, in the transaction that deletes a player and before their rows go. */
export type Departure = (tx: Transaction, playerId: string) => Promise<unknown>

let departures: readonly Departure[] | null = null

/** Says what is taken back when a player leaves; called where the server's modules come together. */
export function whenPlayersLeave(steps: readonly Departure[]): void {
  departures = steps
}

/**
 * Deletes an account and all that belongs to it, at once and for good: rows go with the player's row, a moment later files out of the
 * storage, and with the sessions every browser is signed out (docs/decisions/009-what-a-deleted-account-leaves.md).
 * What other domains have counted is taken back first (app/departures.server.ts).
 */
export async function deleteAccount(playerId: string): Promise<void> {
  if (!departures) throw new Error('Nobody has said what is taken back when a player leaves: call whenPlayersLeave')
  const steps = departures
  await database().transaction(async (tx) => {
    // An upload at the same time waits here, finds nobody, and takes its file away again.
    const [leaving] = await tx
      .select({ username: players.username })
      .from(players)
      .where(eq(players.id, playerId))
      .for('update')
    if (leaving) await purgeProfile(playerId, [leaving.username], tx)
    for (const takeBack of steps) await takeBack(tx, playerId)
    // Tokens of reset mails, used ones too: they name their player.
    await tx.delete(verifications).where(inArray(verifications.value, [playerId, `used:${playerId}`]))
    await tx.delete(players).where(eq(players.id, playerId))
    await forgetFiles({ playerId }, tx)
  })
}
