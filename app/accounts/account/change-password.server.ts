import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { database } from '../../db/connection.server.ts'
import { credentials, sessions } from '../../db/schema/accounts.server.ts'
import { sqlOf } from '../../server/jobs/jobs.server.ts'
import { sendMail } from '../../server/mail/mail.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { endMailTokens } from '../sign-in/mail-tokens.server.ts'
import { passwordChangedMail } from '../mails/password-changed-mail.server.ts'
import { hashPassword, verifyPassword } from '../sign-in/passwords.server.ts'
import { isWeakPassword } from '../sign-in/weak-passwords.server.ts'

/** Whether a player can sign in with a password. Players who signed up with Google need a reset e-mail to set one. */
export async function hasPassword(playerId: string): Promise<boolean> {
  return (await findHash(playerId)) !== null
}

/** Whether this is the player's password; false if the player has none. Takes a tenth of a second. */
export async function isPasswordOf(playerId: string, password: string): Promise<boolean> {
  const hash = await findHash(playerId)
  return hash !== null && verifyPassword({ hash, password })
}

/**
 * Changes a password, ends all other sessions, invalidates all reset links, and informs the player by e-mail. Returns
 * `wrong` if the current password is wrong, does not exist or was changed concurrently, and `weak` if the new one is
 * easy to guess (docs/safety.md#accounts).
 */
export async function changePassword(
  { id, sessionId, username, fullName, email }: Pick<Player, 'id' | 'sessionId' | 'username' | 'fullName' | 'email'>,
  { current, password }: { current: string; password: string },
): Promise<'changed' | 'wrong' | 'weak'> {
  const hash = await findHash(id)
  if (!hash || !(await verifyPassword({ hash, password: current }))) return 'wrong'
  if (await isWeakPassword(password, [username, fullName, email])) return 'weak'
  const next = await hashPassword(password)
  return database().transaction(async (tx) => {
    const changed = await tx
      .update(credentials)
      .set({ password: next, updatedAt: new Date() })
      .where(and(isPassword(id), eq(credentials.password, hash)))
      .returning({ id: credentials.id })
    if (!changed.length) return 'wrong'
    await tx.delete(sessions).where(and(eq(sessions.playerId, id), ne(sessions.id, sessionId)))
    await endMailTokens(tx, 'reset', id)
    await sendMail(passwordChangedMail({ username, email }), sqlOf(tx))
    return 'changed'
  })
}

async function findHash(playerId: string): Promise<string | null> {
  const [row] = await database().select({ hash: credentials.password }).from(credentials).where(isPassword(playerId))
  return row?.hash ?? null
}

function isPassword(playerId: string) {
  return and(
    eq(credentials.playerId, playerId),
    eq(credentials.providerId, 'credential'),
    isNotNull(credentials.password),
  )
}
