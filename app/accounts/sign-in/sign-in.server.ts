import { prepared } from '../../db/query.server.ts'
import { config } from '../../server/process/config.server.ts'
import { countAttemptOf } from '../../server/http/count-attempts.server.ts'
import { sendMail } from '../../server/mail/mail.server.ts'
import type { Suspension } from '../account-rules.ts'
import { hashPassword, verifyPassword } from './passwords.server.ts'
import { beginSession } from './begin-session.server.ts'

export type SignIn =
  | { outcome: 'signed-in'; cookie: string }
  /** A wrong password or an unknown address (docs/product.md#signing-up-and-in). */
  | { outcome: 'wrong' }
  /** Returned only for the correct password, like `suspended`. The response must not differ from that to `wrong`. */
  | { outcome: 'unconfirmed' }
  | { outcome: 'suspended'; suspension: Suspension }

/**
 * Signs in with a password. On a portal that sends email, a player with an unconfirmed address cannot sign in and gets
 * a new confirmation email, at most one in ten minutes. A wrong password and an unknown address take the same time.
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  request: Request,
): Promise<SignIn> {
  type Row = { id: string; playerId: string; password: string; isConfirmed: boolean }
  const [found] = await prepared<Row>('password-of-address', FIND, [email])
  if (!found) {
    // Do the same work as for a known address, so that the time reveals nothing.
    await hashPassword(password)
    return { outcome: 'wrong' }
  }
  if (!(await verifyPassword({ hash: found.password, password }))) return { outcome: 'wrong' }
  if (config().smtp && !found.isConfirmed) {
    if (!(await countAttemptOf('confirm-mail', email))) await sendMail({ kind: 'confirm', to: email })
    return { outcome: 'unconfirmed' }
  }
  const begun = await beginSession(found, request)
  if (!begun) return { outcome: 'wrong' }
  return 'suspension' in begun ? { outcome: 'suspended', ...begun } : { outcome: 'signed-in', ...begun }
}

const FIND = `
  select c.id, c.player_id as "playerId", c.password, p.email_verified as "isConfirmed"
  from players p join credentials c on c.player_id = p.id and c.provider_id = 'credential'
  where p.email = $1 and c.password is not null`
