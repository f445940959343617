import { eq } from 'drizzle-orm'
import { database, type Transaction } from '../../db/connection.server.ts'
import { lockName } from '../../db/query.server.ts'
import { credentials, players } from '../../db/schema/accounts.server.ts'
import { config } from '../../server/process/config.server.ts'
import { sqlOf } from '../../server/jobs/jobs.server.ts'
import { sendMail } from '../../server/mail/mail.server.ts'
import { hashPassword, verifyPassword } from './passwords.server.ts'
import { signIn } from './sign-in.server.ts'
import type { Suspension } from '../account-rules.ts'
import { claimUsername, findHashOfSignUp, isUsernameTaken, reserveUsername } from '../usernames.server.ts'

export type SignUp =
  | { outcome: 'signed-in'; cookie: string }
  /** Also returned for a known address, whose owner is notified by mail. */
  | { outcome: 'check-mail' }
  | { outcome: 'username-taken' }
  /** Returned only on a portal without mail, like `suspended`. */
  | { outcome: 'refused' }
  /** The address and password of a suspended account. */
  | { outcome: 'suspended'; suspension: Suspension }

type Fields = { username: string; email: string; password: string }

/**
 * Creates an account. With mail, its address must be confirmed before the first sign-in; without, the player is signed
 * in at once. A known address gets the same response as an unknown one, after the same work
 * (docs/product.md#signing-up-and-in; docs/decisions/008), and a repeated sign-up gets the same response again. It
 * tests a password, so callers must count it like a sign-in.
 */
export async function signUp(fields: Fields, request: Request): Promise<SignUp> {
  const isDone = !(await isUsernameTaken(fields.username)) && (await makeAccount(fields))
  // The response may reveal that a name is taken, but not by whom: only its own address and password get through.
  if (!isDone && !(await tookName(fields))) return { outcome: 'username-taken' }
  if (config().smtp) return { outcome: 'check-mail' }
  const result = await signIn(fields, request)
  return result.outcome === 'signed-in' || result.outcome === 'suspended' ? result : { outcome: 'refused' }
}

/**
 * Creates the account and queues its confirmation mail. For a known address, reserves the name and queues a mail to the
 * owner. Returns false, and changes nothing, if the name is taken.
 */
async function makeAccount({ username, email, password }: Fields): Promise<boolean> {
  // Hash before taking any lock.
  const hash = await hashPassword(password)
  return database().transaction(async (tx) => {
    if (!(await claimUsername(tx, username))) return false
    const isKnown = await claimAddress(tx, email)
    if (isKnown) await reserveUsername(tx, { username, email, hash })
    else if (!(await insertPlayer(tx, { username, email, hash }))) return false
    if (config().smtp) await sendMail({ kind: isKnown ? 'known-address' : 'confirm', to: email }, sqlOf(tx))
    return true
  })
}

/** Advisory lock class for email addresses. Take it after the lock on the username, never before. */
const ADDRESSES = 2

/** Whether an address has an account. Concurrent sign-ups with the same address wait for each other. */
async function claimAddress(tx: Transaction, email: string): Promise<boolean> {
  await lockName(tx, ADDRESSES, email)
  return (await tx.select({ id: players.id }).from(players).where(eq(players.email, email))).length > 0
}

/**
 * Creates the player and the password. Returns false if a concurrent Google sign-up, which takes neither lock, has
 * taken the username or the address.
 */
async function insertPlayer(
  tx: Transaction,
  { username, email, hash }: { username: string; email: string; hash: string },
): Promise<boolean> {
  const [player] = await tx
    .insert(players)
    .values({ username, email })
    .onConflictDoNothing()
    .returning({ id: players.id })
  if (!player) return false
  await tx
    .insert(credentials)
    .values({ playerId: player.id, providerId: 'credential', accountId: player.id, password: hash })
  return true
}

async function tookName({ username, email, password }: Fields): Promise<boolean> {
  const hash = await findHashOfSignUp({ username, email })
  if (hash) return verifyPassword({ hash, password })
  // Do the same work without a hash to compare.
  await hashPassword(password)
  return false
}
