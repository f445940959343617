import type { Transaction } from '../db/connection.server.ts'
import { purgePages } from '../server/purge.server.ts'
import type { Tag } from '../server/shared-page.server.ts'

/**
 * Drops the shared pages that show a player, by the usernames of before and after a change: the profile, and the board, where name
 * and picture stand beside what they wrote. Give it the transaction of the change.
 */
export async function purgeProfile(usernames: string[], tx?: Transaction): Promise<void> {
  await purgePages(['community', ...usernames.map((name): Tag => `player:${name.toLowerCase()}`)], tx)
}
