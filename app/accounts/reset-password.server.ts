import { sql } from 'drizzle-orm'
import { database } from '../db/connection.server.ts'
import { credentials } from '../db/schema/accounts.server.ts'
import { sendMail } from '../server/mail.server.ts'
import { sqlOf } from '../server/jobs.server.ts'
import { mailLater, mailReset, passwordChanged } from './account-mails.server.ts'
import { endMailTokens, readMailToken, takeMailToken, type TokenState } from './mail-tokens.server.ts'
import { hashPassword } from './passwords.server.ts'
import { findPlayerByEmail } from './sign-in.server.ts'

/** Mails a link for a new password to an address that has an account. Answers before it looks whether there is one. */
export function requestReset(email: string): void {
  mailLater(async () => {
    const player = await findPlayerByEmail(email)
    if (player) await mailReset(player)
  })
}

/**
 * Gives the player of a mailed token a new password. The token proves the address, works once, and makes every other one
 * useless; all sessions end (security.md, Accounts). Gives what the token was: nothing happens unless it is `good`.
 */
export async function resetPassword(token: string, password: string): Promise<TokenState> {
  const { state } = await readMailToken('reset', token)
  if (state !== 'good') return state
  const hash = await hashPassword(password)
  return database().transaction(async (transaction) => {
    const playerId = await takeMailToken(transaction, 'reset', token)
    if (!playerId) return 'used'
    await endMailTokens(transaction, 'reset', playerId)
    const { rows } = await transaction.execute<{ username: string; email: string }>(sql`
      update players set email_verified = true, updated_at = now() where id = ${playerId} returning username, email`)
    // Deleted since the mail went out.
    if (!rows[0]) return 'wrong'
    await transaction
      .insert(credentials)
      .values({ playerId, providerId: 'credential', accountId: playerId, password: hash })
      .onConflictDoUpdate({
        target: [credentials.providerId, credentials.accountId],
        set: { password: hash, updatedAt: sql`now()` },
      })
    await transaction.execute(sql`delete from sessions where player_id = ${playerId}`)
    await sendMail(passwordChanged(rows[0]), sqlOf(transaction))
    return 'good'
  })
}
