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
  /** Also returned for a known address, whose owner is notified by email. */
  | { outcome: 'check-mail' }
  | { outcome: 'username-taken' }
  /** Returned only on a portal without email, like `suspended`. */
  | { outcome: 'refused' }
  /** Returned for the address and password of a suspended account. */
  | { outcome: 'suspended'; suspension: Suspension }

type Fields = { username: string; email: string; password: string }

/**
 * Creates an account. On a portal that sends email, the address must be confirmed before the first sign-in. Otherwise
 * the player is signed in immediately. A known address gets the same response as an unknown address, after the same
 * work (docs/product.md#signing-up-and-in; docs/decisions/008). A repeated sign-up gets the same response again. Since
 * this tests a password, callers must count each call like a sign-in.
 */
export async function signUp(fields: Fields, request: Request): Promise<SignUp> {
  const isDone = !(await isUsernameTaken(fields.username)) && (await makeAccount(fields))
  // The response may reveal that a username is taken, but not who took it. Only a repeated sign-up with the same
  // address and password continues.
  if (!isDone && !(await tookName(fields))) return { outcome: 'username-taken' }
  if (config().smtp) return { outcome: 'check-mail' }
  const result = await signIn(fields, request)
  return result.outcome === 'signed-in' || result.outcome === 'suspended' ? result : { outcome: 'refused' }
}

/**
 * Creates the account and queues its confirmation email. For a known address, reserves the username and queues an email
 * to the owner. Returns false, and changes nothing, if the username is taken.
 */
async function makeAccount({ username, email, password }: Fields): Promise<boolean> {
  // Hash before taking a lock, since hashing is slow.
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
  // Without a hash to compare, do the same work.
  await hashPassword(password)
  return false
}
