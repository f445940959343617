import { countAttemptOf } from '../server/count-attempts.server.ts'
import { preparedWrite } from '../db/query.server.ts'
import { mailConfirmation, mailLater, type Recipient } from './account-mails.server.ts'
import { auth, codeOf, knownHeaders } from './auth.server.ts'

export type SignIn =
  | { outcome: 'signed-in'; cookies: string[] }
  /** One answer for a wrong password and an unknown address (decisions.md, Accounts). */
  | { outcome: 'wrong' }
  /** Only after the right password. */
  | { outcome: 'unconfirmed' }

/**
 * Signs in with a password; gives the cookies of a new session. Where mails are sent, an address must be confirmed first:
 * then a fresh mail goes out, at most one in ten minutes. Both checks of the password take the same time.
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  request: Request,
): Promise<SignIn> {
  try {
    const { headers } = await (
      await auth()
    ).api.signInEmail({
      body: { email, password },
      headers: knownHeaders(request),
      returnHeaders: true,
    })
    return { outcome: 'signed-in', cookies: headers.getSetCookie() }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'INVALID_EMAIL_OR_PASSWORD') return { outcome: 'wrong' }
    if (code !== 'EMAIL_NOT_VERIFIED') throw error
    const player = await findPlayerByEmail(email)
    if (player && !(await countAttemptOf('confirm-mail', player.id))) mailLater(() => mailConfirmation(player))
    return { outcome: 'unconfirmed' }
  }
}

/** The player of an address in lower case, or null. */
export async function findPlayerByEmail(email: string): Promise<(Recipient & { emailVerified: boolean }) | null> {
  const [row] = await preparedWrite<Recipient & { emailVerified: boolean }>('player-by-email', BY_EMAIL, [email])
  return row ?? null
}

const BY_EMAIL = `
  select id, username, email, email_verified as "emailVerified" from players where email = $1`
