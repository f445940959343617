import { createHmac } from 'node:crypto'
import type { Transaction } from '../../db/connection.server.ts'
import { preparedIn, prepared } from '../../db/query.server.ts'
import { addressGroup, CLIENT_ADDRESS_HEADER } from './client-address.server.ts'
import { requestState } from './request-state.server.ts'
import { authSecret } from '../process/secret.server.ts'

/** Limits of attempts by address or account: at most `points` in `seconds` (docs/safety.md#limits). */
export const ATTEMPTS = {
  'sign-in': { points: 10, seconds: 300 },
  'sign-in-account': { points: 20, seconds: 3600 },
  /** Attempts from a browser or address that has signed in to the account before. */
  'sign-in-place': { points: 20, seconds: 3600 },
  /** Must match the privacy policy. */
  'known-place': { points: 1_000_000, seconds: 30 * 86_400 },
  /** Longer than any session, so that the browser is still recognised at the next sign-in. */
  'known-browser': { points: 1_000_000, seconds: 180 * 86_400 },
  'sign-up': { points: 5, seconds: 1800 },
  /** Sign-up forms with a password to check, including rejected forms, since the check blocks the process. */
  'sign-up-form': { points: 20, seconds: 60 },
  'reset-mail': { points: 5, seconds: 1800 },
  /**
   * E-mails of one kind to one player, regardless of who requests them, so that nobody can fill a stranger's mailbox.
   */
  'reset-mail-of-player': { points: 5, seconds: 1800 },
  /** Counted by player and by address. */
  report: { points: 10, seconds: 3600 },
  /** Reports of games, counted per IP address. */
  'report-game': { points: 10, seconds: 3600 },
  /** Checks of games that operators start, counted per operator. */
  'check-game': { points: 30, seconds: 300 },
  /** Messages to the operators, counted by address and by player. */
  message: { points: 5, seconds: 3600 },
  'confirm-mail': { points: 1, seconds: 600 },
  'known-address-mail': { points: 1, seconds: 600 },
  /** Counted by player and by address. */
  post: { points: 2, seconds: 300 },
  comment: { points: 6, seconds: 60 },
  'comment-hour': { points: 60, seconds: 3600 },
  /** Edits of a player's posts and comments together. */
  edit: { points: 30, seconds: 600 },
  /** Notifications to an author about one player liking one post. */
  'like-notification': { points: 1, seconds: 86_400 },
  /** Answers that the author of a post marks on that post. */
  answer: { points: 5, seconds: 86_400 },
} as const

export type AttemptName = keyof typeof ATTEMPTS

/**
 * Counts an attempt by the request's address. Returns 0, or the seconds until the next attempt is allowed; a 429
 * response to the request then has them in Retry-After. Counts in the database, for all nodes together. Throws if it
 * cannot count, so that nobody can guess passwords without being counted.
 */
export async function countAttempt(name: AttemptName, request: Request): Promise<number> {
  const address = request.headers.get(CLIENT_ADDRESS_HEADER)
  return address ? countAttemptOf(name, addressGroup(address)) : 0
}

/**
 * Like `countAttempt`, by another key, such as the e-mail address of a sign-in. Only a keyed hash of the key is stored.
 */
export async function countAttemptOf(name: AttemptName, who: string): Promise<number> {
  const { points, seconds } = ATTEMPTS[name]
  const [row] = await prepared<{ count: number; left: number }>('count-attempt', COUNT, [keyOf(name, who), seconds])
  const wait = row && row.count > points ? Math.max(1, Math.ceil(row.left)) : 0
  const state = requestState()
  if (wait && state) state.retryAfter = wait
  return wait
}

/** Counts an attempt in a transaction; returns whether `who` is still within the limit. */
export async function isWithinLimit(tx: Transaction, name: AttemptName, who: string): Promise<boolean> {
  const { points, seconds } = ATTEMPTS[name]
  const [row] = await preparedIn<{ count: number }>(tx, 'count-attempt', COUNT, [keyOf(name, who), seconds])
  return (row?.count ?? 0) <= points
}

/** Returns the seconds until an attempt is allowed, without counting one; 0 if it is allowed now. */
export async function waitFor(name: AttemptName, who: string): Promise<number> {
  const { points, seconds } = ATTEMPTS[name]
  const [row] = await prepared<{ left: number }>('wait-for', WAIT, [keyOf(name, who), seconds, points])
  const wait = row ? Math.max(1, Math.ceil(row.left)) : 0
  const state = requestState()
  if (wait && state) state.retryAfter = wait
  return wait
}

/** Restarts the window of `who`, which then ends `seconds` from now, whether or not it has begun before. */
export async function restartWindow(name: AttemptName, who: string): Promise<void> {
  await prepared('restart-window', RESTART, [keyOf(name, who), ATTEMPTS[name].seconds])
}

/** Whether there are attempts in the current window. */
export async function isCounted(name: AttemptName, who: string): Promise<boolean> {
  const found = await prepared('is-counted', IS_COUNTED, [keyOf(name, who), ATTEMPTS[name].seconds])
  return found.length > 0
}

/** Resets the count to zero. */
export async function clearAttemptsOf(name: AttemptName, who: string, tx?: Transaction): Promise<void> {
  const [text, values] = ['delete from attempts where key = $1', [keyOf(name, who)]]
  await (tx ? preparedIn(tx, 'forget-attempts-of', text, values) : prepared('forget-attempts-of', text, values))
}

function keyOf(name: AttemptName, who: string): string {
  return createHmac('sha256', authSecret()).update(`${name} ${who}`).digest('base64url')
}

/**
 * Whether the current window continues. If it ends more than a whole window from now, its end was written by a clock
 * that ran ahead. This is compared with the clock instead of the transaction's start, since another transaction may
 * have begun later and counted first.
 */
const IS_CURRENT_WINDOW = 'a.ends_at > now() and a.ends_at <= clock_timestamp() + make_interval(secs => $2)'

const IS_COUNTED = `select from attempts a where key = $1 and ${IS_CURRENT_WINDOW}`

const WAIT = `
  select extract(epoch from ends_at - now())::float8 as left
    from attempts a where key = $1 and count >= $3 and ${IS_CURRENT_WINDOW}`

const COUNT = `
  insert into attempts as a (key, count, ends_at) values ($1, 1, now() + make_interval(secs => $2))
  on conflict (key) do update set
    count = case when ${IS_CURRENT_WINDOW} then a.count + 1 else 1 end,
    ends_at = case when ${IS_CURRENT_WINDOW} then a.ends_at else excluded.ends_at end
  returning count, extract(epoch from ends_at - now())::float8 as left`

const RESTART = `
  insert into attempts (key, count, ends_at) values ($1, 1, now() + make_interval(secs => $2))
  on conflict (key) do update set ends_at = excluded.ends_at`
