import { countAttemptOf } from '../server/count-attempts.server.ts'
import { config } from '../server/config.server.ts'
import { preparedWrite } from '../db/query.server.ts'
import { mailConfirmation, mailKnownAddress, mailLater } from './account-mails.server.ts'
import { auth, codeOf, knownHeaders } from './auth.server.ts'
import { hashPassword, verifyPassword } from './passwords.server.ts'
import { findPlayerByEmail, signIn } from './sign-in.server.ts'
import { isUsernameTaken, reserveUsername } from './usernames.server.ts'

export type SignUp =
  | { outcome: 'signed-in'; cookies: string[] }
  /** Also where the address has an account already: its owner learns of it by mail. */
  | { outcome: 'check-mail' }
  | { outcome: 'username-taken' }
  /** Only where no mails are sent. */
  | { outcome: 'refused' }

type Fields = { username: string; email: string; password: string }

/**
 * Makes an account. With mail its address is confirmed before the first sign-in, without it the player is signed in at
 * once. A known address gets the answer of an unknown one, after the same work (decisions.md, S11; docs/decisions/008).
 * The same sign-up sent twice gets the same answer twice.
 */
export async function signUp(fields: Fields, request: Request): Promise<SignUp> {
  if (await isUsernameTaken(fields.username)) return answerTakenName(fields, request)
  const made = await createAccount(fields, request)
  if (made === 'refused') return answerTakenName(fields, request)
  const player = await findPlayerByEmail(fields.email)
  const isNew = player !== null && player.id === made
  if (!isNew) await reserveUsername(fields.username)
  if (!config().smtp) return signInOr('refused', fields, request)
  if (player && isNew) mailLater(() => mailConfirmation(player))
  // Counted before the answer: a second write, as a new account takes two.
  else if (player && !(await countAttemptOf('known-address-mail', player.id))) mailLater(() => mailKnownAddress(player))
  return { outcome: 'check-mail' }
}

/** The new account's id, or one that nobody has where the address is known; `refused` where a unique index decided a race. */
async function createAccount({ username, email, password }: Fields, request: Request): Promise<string> {
  try {
    const { user } = await (
      await auth()
    ).api.signUpEmail({
      body: { name: '', username, email, password },
      headers: knownHeaders(request),
    })
    return user.id
  } catch (error) {
    if (codeOf(error) === 'FAILED_TO_CREATE_USER') return 'refused'
    throw error
  }
}

/** A name may be told to be taken, but not by whom: only who has the password of that very account is let through. */
async function answerTakenName({ username, email, password }: Fields, request: Request): Promise<SignUp> {
  const [own] = await preparedWrite<{ hash: string }>('own-sign-up', OWN, [email, username])
  const isOwn = own ? await verifyPassword({ hash: own.hash, password }) : !(await hashPassword(password))
  if (isOwn) return config().smtp ? { outcome: 'check-mail' } : signInOr('refused', { email, password }, request)
  // Of two sign-ups with one address and different names the second lost the race.
  if (!(await isUsernameTaken(username))) return config().smtp ? { outcome: 'check-mail' } : { outcome: 'refused' }
  return { outcome: 'username-taken' }
}

async function signInOr(
  otherwise: 'refused',
  fields: Pick<Fields, 'email' | 'password'>,
  request: Request,
): Promise<SignUp> {
  const result = await signIn(fields, request)
  return result.outcome === 'signed-in' ? result : { outcome: otherwise }
}

const OWN = `
  select c.password as hash from players p
  join credentials c on c.player_id = p.id and c.provider_id = 'credential'
  where p.email = $1 and lower(p.username) = lower($2) and c.password is not null`
