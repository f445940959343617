import { eq, sql } from 'drizzle-orm'
import { database } from '../../db/connection.server.ts'
import { credentials, players, sessions } from '../../db/schema/accounts.server.ts'
import { sendMail } from '../../server/mail/mail.server.ts'
import { sqlOf } from '../../server/jobs/jobs.server.ts'
import { endMailTokens, readMailToken, consumeMailToken, type TokenState } from './mail-tokens.server.ts'
import { passwordChangedMail } from '../mails/password-changed-mail.server.ts'
import { hashPassword } from './passwords.server.ts'
import { proveAddress } from './prove-address.server.ts'
import { clearSignInAttemptsOf } from './sign-in-attempts.server.ts'
import { isWeakPassword } from './weak-passwords.server.ts'

/**
 * Sets a new password for the player of an emailed token. The token proves the address and works once. The reset
 * invalidates the player's other reset links and ends all sessions (docs/safety.md#accounts). Returns the token's
 * state, and changes nothing unless it is `good`. Returns `weak`, and leaves the token valid, if the password is easy
 * to guess.
 */
export async function resetPassword(token: string, password: string, request: Request): Promise<TokenState | 'weak'> {
  const { state, playerId } = await readMailToken('reset', token)
  if (state !== 'good') return state
  if (await isWeakPassword(password, await namesOf(playerId!))) return 'weak'
  const hash = await hashPassword(password)
  let email = ''
  const outcome = await database().transaction(async (transaction) => {
    const playerId = await consumeMailToken(transaction, 'reset', token)
    if (!playerId) return 'used'
    await endMailTokens(transaction, 'reset', playerId)
    const player = await proveAddress(transaction, playerId)
    // The account was deleted after the email was sent.
    if (!player) return 'wrong'
    await transaction
      .insert(credentials)
      .values({ playerId, providerId: 'credential', accountId: playerId, password: hash })
      .onConflictDoUpdate({
        target: [credentials.providerId, credentials.accountId],
        set: { password: hash, updatedAt: sql`now()` },
      })
    await transaction.delete(sessions).where(eq(sessions.playerId, playerId))
    await sendMail(passwordChangedMail(player), sqlOf(transaction))
    email = player.email
    return 'good'
  })
  if (email) await clearSignInAttemptsOf(email, request)
  return outcome
}

async function namesOf(playerId: string): Promise<string[]> {
  const { username, fullName, email } = players
  const [names] = await database().select({ username, fullName, email }).from(players).where(eq(players.id, playerId))
  return Object.values(names ?? {})
}
