import { eq } from 'drizzle-orm'
import { database, type Transaction } from '../db/connection.server.ts'
import { lockName } from '../db/query.server.ts'
import { credentials, players } from '../db/schema/accounts.server.ts'
import { config } from '../server/config.server.ts'
import { sqlOf } from '../server/jobs.server.ts'
import { sendMail } from '../server/mail.server.ts'
import { hashPassword, verifyPassword } from './passwords.server.ts'
import { signIn } from './sign-in/sign-in.server.ts'
import type { Suspension } from './account-rules.ts'
import { claimUsername, findHashOfSignUp, isUsernameTaken, reserveUsername } from './usernames.server.ts'

export type SignUp =
  | { outcome: 'signed-in'; cookie: string }
  /** Also where the address has an account already: its owner learns of it by mail. */
  | { outcome: 'check-mail' }
  | { outcome: 'username-taken' }
  /** This and the next only where no mails are sent. */
  | { outcome: 'refused' }
  /** The sign-up of an account that is suspended, with its password. */
  | { outcome: 'suspended'; suspension: Suspension }

type Fields = { username: string; email: string; password: string }

/**
 * Makes an account. With mail its address is confirmed before the first sign-in, without it the player is signed in at
 * once. A known address gets the answer of an unknown one, after the same work (docs/product.md, Accounts; docs/decisions/008),
 * and the same sign-up sent twice gets the same answer twice. It tries a password: to be counted like a sign-in.
 */
export async function signUp(fields: Fields, request: Request): Promise<SignUp> {
  const isDone = !(await isUsernameTaken(fields.username)) && (await makeAccount(fields))
  // A name may be told to be taken, but not by whom: only who took it with that address and password is let through.
  if (!isDone && !(await tookName(fields))) return { outcome: 'username-taken' }
  if (config().smtp) return { outcome: 'check-mail' }
  const result = await signIn(fields, request)
  return result.outcome === 'signed-in' || result.outcome === 'suspended' ? result : { outcome: 'refused' }
}

/**
 * Makes the account and asks for the mail that confirms it; where the address is known, puts the name out of use and
 * asks for a mail to its owner. False, and nothing done, where the name is taken.
 */
async function makeAccount({ username, email, password }: Fields): Promise<boolean> {
  // Before anything is held.
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

/** The class of our advisory locks on addresses. Held after the name's, never before. */
const ADDRESSES = 2

/** Whether an address has an account; of those who sign up with it at once the others wait. */
async function claimAddress(tx: Transaction, email: string): Promise<boolean> {
  await lockName(tx, ADDRESSES, email)
  return (await tx.select({ id: players.id }).from(players).where(eq(players.email, email))).length > 0
}

/** False where somebody came by Google, or took another name, in the same moment. */
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
  // The same work where there is nothing to compare with.
  await hashPassword(password)
  return false
}
