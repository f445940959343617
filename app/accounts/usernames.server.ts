import { slugify } from '../lib/slug.ts'
import { preparedWrite } from '../db/query.server.ts'
import { randomUsername, USERNAME_MAX } from './account-rules.ts'

/** How long a name that somebody chose with a known address stays taken: see `reserveUsername`. */
const RESERVED_DAYS = 30

/** Whether a username is taken, ignoring case. */
export async function isUsernameTaken(username: string): Promise<boolean> {
  const [row] = await preparedWrite<{ taken: boolean }>('username-taken', TAKEN, [username, reservation(username)])
  return row?.taken ?? false
}

/**
 * Takes a username out of use although nobody gets it. A sign-up with a known address makes no account: if its name
 * stayed free, a second try with that name would tell what the first one did not (decisions.md, S11).
 */
export async function reserveUsername(username: string): Promise<void> {
  await preparedWrite('username-reserve', RESERVE, [reservation(username), RESERVED_DAYS])
}

/** A username made from a person's name or address, with a number where it is taken. */
export async function findFreeUsername(nameOrEmail: string): Promise<string> {
  const base = slugify(nameOrEmail.split('@')[0] ?? '')
    .replaceAll('-', '_')
    .slice(0, USERNAME_MAX - 5)
    .replace(/_+$/, '')
  if (base.length < 3) return randomUsername()
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

const TAKEN = `
  select exists (select from players where lower(username) = lower($1))
    or exists (select from verifications where identifier = $2 and expires_at > now()) as taken`

const RESERVE = `
  insert into verifications (identifier, value, expires_at) values ($1, '', now() + make_interval(days => $2))`
