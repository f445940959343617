import { createHmac } from 'node:crypto'
import { slugify } from '../lib/slug.ts'
import type { Transaction } from '../db/connection.server.ts'
import { lockName, prepared, preparedIn } from '../db/query.server.ts'
import { authSecret } from '../server/process/secret.server.ts'
import { randomUsername, USERNAME_MAX } from './account-rules.ts'
import { isUsernameRefused } from './refused-names.server.ts'

/** How many days a name stays reserved after a sign-up with a known address (see `reserveUsername`). */
const RESERVED_DAYS = 30

/** Advisory lock class for usernames. */
const NAMES = 1

export async function isUsernameTaken(username: string): Promise<boolean> {
  const [row] = await prepared<{ taken: boolean }>('username-taken', TAKEN, [username, reservation(username)])
  return row?.taken ?? false
}

/**
 * Locks a username until the transaction ends; concurrent claims of the name wait. Returns false if the name is taken.
 * Claim a name before taking it. Otherwise two concurrent requests could both succeed where the second of two
 * consecutive requests fails, and this difference would reveal a known address.
 */
export async function claimUsername(transaction: Transaction, username: string): Promise<boolean> {
  await lockName(transaction, NAMES, username.toLowerCase())
  // A separate statement, so that it sees what another transaction committed while this one waited.
  const values = [username, reservation(username)]
  const [row] = await preparedIn<{ taken: boolean }>(transaction, 'username-taken', TAKEN, values)
  return !row?.taken
}

/**
 * Reserves a username without an account. A sign-up with a known address creates no account. If its name remained free,
 * a second sign-up with the name would reveal this (docs/product.md#signing-up-and-in). Stores a keyed hash of the
 * address and the hash of the password, so that a repeated sign-up gets the same response as one for an existing
 * account.
 */
export async function reserveUsername(
  transaction: Transaction,
  { username, email, hash }: { username: string; email: string; hash: string },
): Promise<void> {
  const values = [reservation(username), `${addressHash(email)} ${hash}`, RESERVED_DAYS]
  await preparedIn(transaction, 'username-reserve', RESERVE, values)
}

/** Returns the password hash with which an address took or reserved a username; null if it did neither. */
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

/**
 * Derives a free username from a person's name or address, with a number if it is taken, or a random one if it is not
 * allowed.
 */
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
