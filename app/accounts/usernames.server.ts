import { createHmac } from 'node:crypto'
import { slugify } from '../lib/slug.ts'
import type { Transaction } from '../db/connection.server.ts'
import { lockName, prepared, preparedIn } from '../db/query.server.ts'
import { authSecret } from '../server/secret.server.ts'
import { randomUsername, USERNAME_MAX } from './account-rules.ts'
import { isUsernameRefused } from './refused-names.server.ts'

/** How long a name that somebody chose with a known address stays taken: see `reserveUsername`. */
const RESERVED_DAYS = 30

/** The class of our advisory locks on names. */
const NAMES = 1

/** Whether a username is taken, ignoring case. */
export async function isUsernameTaken(username: string): Promise<boolean> {
  const [row] = await prepared<{ taken: boolean }>('username-taken', TAKEN, [username, reservation(username)])
  return row?.taken ?? false
}

/**
 * Holds a username until a transaction ends: who wants the same one meanwhile waits. False where it is taken. Whoever takes
 * a name holds it before, or two at once would both get what one after the other would not, and learn from it.
 */
export async function claimUsername(transaction: Transaction, username: string): Promise<boolean> {
  await lockName(transaction, NAMES, username.toLowerCase())
  // A statement of its own: it sees what was committed while the first one waited.
  const values = [username, reservation(username)]
  const [row] = await preparedIn<{ taken: boolean }>(transaction, 'username-taken', TAKEN, values)
  return !row?.taken
}

/**
 * Takes a username out of use although nobody gets it. A sign-up with a known address makes no account: if its name
 * stayed free, a second try with that name would tell what the first one did not (docs/product.md, Accounts). It remembers whose
 * try it was, as an account would: a keyed hash of the address, and the hash of the password.
 */
export async function reserveUsername(
  transaction: Transaction,
  { username, email, hash }: { username: string; email: string; hash: string },
): Promise<void> {
  const values = [reservation(username), `${addressHash(email)} ${hash}`, RESERVED_DAYS]
  await preparedIn(transaction, 'username-reserve', RESERVE, values)
}

/** The hash of the password with which an address took a username, for an account or in vain; null where it did not. */
export async function findHashOfSignUp({
  username,
  email,
}: {
  username: string
  email: string
}): Promise<string | null> {
  const values = [username, email, reservation(username), addressHash(email)]
  const [row] = await prepared<{ hash: string }>('hash-of-sign-up', HASH, values)
  return row?.hash ?? null
}

/** A username made from a person's name or address, with a number where it is taken; a random one where it is refused. */
export async function findFreeUsername(nameOrEmail: string): Promise<string> {
  const base = slugify(nameOrEmail.split('@')[0] ?? '')
    .replaceAll('-', '_')
    .slice(0, USERNAME_MAX - 5)
    .replace(/_+$/, '')
  if (base.length < 3 || (await isUsernameRefused(base))) return randomUsername()
  if (!(await isUsernameTaken(base))) return base
  for (let tries = 0; tries < 5; tries++) {
    const numbered = `${base}_${1000 + Math.floor(Math.random() * 9000)}`
    if (!(await isUsernameTaken(numbered))) return numbered
  }
  return randomUsername()
}

function reservation(username: string): string {
  return `username:${username.toLowerCase()}`
}

function addressHash(email: string): string {
  return createHmac('sha256', authSecret()).update(`reservation ${email}`).digest('base64url')
}

const TAKEN = `
  select exists (select from players where lower(username) = lower($1))
    or exists (select from verifications where identifier = $2 and expires_at > now()) as taken`

const RESERVE = `
  insert into verifications (identifier, value, expires_at) values ($1, $2, now() + make_interval(days => $3))`

const HASH = `
  select c.password as hash from players p
  join credentials c on c.player_id = p.id and c.provider_id = 'credential'
  where lower(p.username) = lower($1) and p.email = $2 and c.password is not null
  union all
  select split_part(value, ' ', 2) from verifications
  where identifier = $3 and expires_at > now() and split_part(value, ' ', 1) = $4
  limit 1`
