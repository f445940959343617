import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'

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
  const { rows } = await tx.execute<{ username: string; email: string; wasProven: boolean }>(sql`
    update players p set email_verified = true, updated_at = now()
    from (select id, email_verified from players where id = ${playerId} for update) before
    where p.id = before.id returning p.username, p.email, before.email_verified as "wasProven"`)
  const [player] = rows
  if (!player) return null
  const { username, email, wasProven } = player
  if (!wasProven) {
    await tx.execute(sql`delete from sessions where player_id = ${playerId}`)
    await tx.execute(sql`delete from credentials where player_id = ${playerId} and provider_id <> 'credential'`)
  }
  return { username, email }
}
