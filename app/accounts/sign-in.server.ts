import { countAttemptOf } from '../server/count-attempts.server.ts'
import { sendMail } from '../server/mail.server.ts'
import { auth, knownHeaders, refusalOf, SUSPENDED, WRONG_PASSWORD } from './auth.server.ts'
import { readSuspension } from './suspension-note.server.ts'
import type { Suspension } from './account-rules.ts'
import { signingIn } from './verified-password.server.ts'

export type SignIn =
  | { outcome: 'signed-in'; cookies: string[] }
  /** One answer for a wrong password and an unknown address (docs/product.md, Accounts). */
  | { outcome: 'wrong' }
  /** This and the next only after the right password. */
  | { outcome: 'unconfirmed' }
  | { outcome: 'suspended'; suspension: Suspension }

/**
 * Signs in with a password; gives the cookies of a new session. Where mails are sent, an address must be confirmed first:
 * then a fresh mail goes out, at most one in ten minutes. Both checks of the password take the same time.
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  request: Request,
): Promise<SignIn> {
  try {
    const { api } = await auth()
    const { headers } = await signingIn(() =>
      api.signInEmail({ body: { email, password }, headers: knownHeaders(request), returnHeaders: true }),
    )
    return { outcome: 'signed-in', cookies: headers.getSetCookie() }
  } catch (error) {
    const { code, message } = refusalOf(error)
    const suspension = code === SUSPENDED ? readSuspension(message) : null
    if (suspension) return { outcome: 'suspended', suspension }
    if (code === WRONG_PASSWORD) return { outcome: 'wrong' }
    if (code !== 'EMAIL_NOT_VERIFIED') throw error
    if (!(await countAttemptOf('confirm-mail', email))) await sendMail({ kind: 'confirm', to: email })
    return { outcome: 'unconfirmed' }
  }
}
