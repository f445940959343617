import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { database } from '../db/connection.server.ts'
import { credentials, sessions } from '../db/schema/accounts.server.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.server.ts'

/** Whether a player signs in with a password. Who came by Google has none until one is set by a reset mail. */
export async function hasPassword(playerId: string): Promise<boolean> {
  return (await findHash(playerId)) !== null
}

/** Whether this is the player's password; false also where there is none. Takes a tenth of a second. */
export async function isPasswordOf(playerId: string, password: string): Promise<boolean> {
  const hash = await findHash(playerId)
  return hash !== null && verifyPassword({ hash, password })
}

/**
 * Changes a password and ends all sessions but the one it is changed in. `wrong`: the current one is another, or
 * there is none, or it was changed meanwhile. `common`: the new one is among the commonest (security.md, Accounts).
 */
export async function changePassword(
  { id, sessionId }: { id: string; sessionId: string },
  { current, password }: { current: string; password: string },
): Promise<'changed' | 'wrong' | 'common'> {
  const hash = await findHash(id)
  if (!hash || !(await verifyPassword({ hash, password: current }))) return 'wrong'
  if (isCommonPassword(password)) return 'common'
  const next = await hashPassword(password)
  return database().transaction(async (tx) => {
    const changed = await tx
      .update(credentials)
      .set({ password: next, updatedAt: new Date() })
      .where(and(isPassword(id), eq(credentials.password, hash)))
      .returning({ id: credentials.id })
    if (!changed.length) return 'wrong'
    await tx.delete(sessions).where(and(eq(sessions.playerId, id), ne(sessions.id, sessionId)))
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
