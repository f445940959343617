import { eq, inArray } from 'drizzle-orm'
import pLimit from 'p-limit'
import { backgroundDatabase, type Transaction } from '../../db/connection.server.ts'
import { players, verifications } from '../../db/schema/accounts.server.ts'
import { deleteFiles, prepareDeletions } from '../../server/files/delete-files.server.ts'
import { purgeProfile } from '../profile/purge-profile.server.ts'

/** A domain's cleanup, which runs in the transaction that deletes a player, before the player's rows are deleted. */
export type Departure = (tx: Transaction, playerId: string) => Promise<unknown>

let departures: readonly Departure[] | null = null

/** Registers all cleanups (app/departures.server.ts). Called by the entry point, which may import all domains. */
export function registerDepartures(steps: readonly Departure[]): void {
  departures = steps
}

/** A deletion occupies one of the two background connections, so a second one in this process has to wait. */
const limit = pLimit(1)

/**
 * Permanently deletes an account and everything that belongs to it. Rows, including all sessions, are deleted at once,
 * and stored files shortly afterwards (docs/decisions/009-deleting-an-account.md). The domains' cleanups of their
 * counts run first (app/departures.server.ts).
 */
export async function deleteAccount(playerId: string): Promise<void> {
  if (!departures) throw new Error('No departures are registered: call registerDepartures first')
  const steps = departures
  await prepareDeletions()
  // Deleting many rows takes longer than a page may wait.
  await limit(() => backgroundDatabase().transaction((tx) => deleteRows(tx, playerId, steps)))
}

async function deleteRows(tx: Transaction, playerId: string, steps: readonly Departure[]): Promise<void> {
  // A concurrent upload waits for this lock, finds no player, and deletes its file.
  const [leaving] = await tx
    .select({ username: players.username })
    .from(players)
    .where(eq(players.id, playerId))
    .for('update')
  if (leaving) await purgeProfile(playerId, [leaving.username], tx)
  for (const step of steps) await step(tx, playerId)
  // Mail tokens contain the player's id, including tokens that were used.
  await tx.delete(verifications).where(inArray(verifications.value, [playerId, `used:${playerId}`]))
  await tx.delete(players).where(eq(players.id, playerId))
  await deleteFiles({ playerId }, tx)
}
