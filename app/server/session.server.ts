import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { prepared } from '../db/query.server.ts'
import { plain } from './responses.server.ts'
import { cookieIn, cookieOf, setCookie } from './cookies.server.ts'
import { oncePerRequest } from './http-state.server.ts'
import { authSecret } from './secret.server.ts'

/** Who acts in a request. Comes from the session, never from what a request says (docs/safety.md, Who acts). */
export type Player = {
  /** A uuid. */
  id: string
  username: string
  /** Empty where none is given. */
  fullName: string
  email: string
  /** Key of a stored file, or null. */
  avatar: string | null
  /** The frame that they wear round it, by id. */
  frame: string | null
  role: 'player' | 'operator'
  /** The session's own id, which may be shown; its token may not. */
  sessionId: string
}

/**
 * How long a session lives unused, how old it may get before use prolongs it, and how long it lives at most (OWASP ASVS 5.0, 7.3.2).
 * Seconds.
 */
export const SESSION_S = 30 * 86_400
export const SESSION_RENEWED_AFTER_S = 86_400
export const SESSION_MAX_S = 90 * 86_400

/**
 * For `where`: the player of the session whose token is `$1`. With it, what a page shows of its player is read beside
 * the session and not after it, in one round of queries.
 */
export const PLAYER_OF_TOKEN = '(select player_id from sessions where token = $1 and expires_at > now())'

/** The token in a request's session cookie, where our signature on it holds; null without one. Says nothing about whether it still counts. */
export function sessionToken(request: { headers: { get(name: string): string | null } }): string | null {
  return tokenOf(request.headers.get('cookie'))
}

/** The same of a Cookie header. */
export function tokenOf(cookies: string | null | undefined): string | null {
  const value = cookieIn(cookies, 'session')
  if (!value) return null
  const dot = value.lastIndexOf('.')
  if (dot <= 0) return null
  const token = value.slice(0, dot)
  if (signed.get(value)) return token
  const [given, expected] = [Buffer.from(value.slice(dot + 1)), Buffer.from(signatureOf(token))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  signed.set(value, true)
  return token
}

/** Cookies whose signature held: each page of a player asks several times, and a signature costs 20 µs to make. */
const signed = new LRUCache<string, true>({ max: 10_000 })

/** The cookie of a session token, as `name=value` (docs/decisions/012-sessions-are-read-by-our-own-query.md). */
export function signedCookie(token: string): string {
  return cookieOf('session', `${token}.${signatureOf(token)}`)
}

/** The Set-Cookie header that gives a browser the session, for as long as it lives unused. */
export function sessionCookie(token: string): string {
  return setCookie(signedCookie(token), SESSION_S)
}

/** The Set-Cookie header that takes the session out of a browser. */
export function endedSessionCookie(): string {
  return setCookie(cookieOf('session', ''), 0)
}

/**
 * Prolongs a session that is used: to be called where `updated_at` is older than SESSION_RENEWED_AFTER_S. Gives the
 * cookie to set again, or null where another request was faster or it has ended.
 */
export async function renewSession(token: string): Promise<string | null> {
  const [renewed] = await prepared('session-renew', RENEW, [token, SESSION_S, SESSION_RENEWED_AFTER_S, SESSION_MAX_S])
  return renewed ? sessionCookie(token) : null
}

/** Ends the session of a request, if it has one, on the server (docs/safety.md, Accounts). */
export async function endSession(request: Request): Promise<void> {
  const token = sessionToken(request)
  if (!token) return
  await prepared('session-end', 'delete from sessions where token = $1', [token])
  noteSession(token, null)
}

/** The player who is signed in, or null. Read once a request, on the primary: roles and ends of sessions act at once. */
export function findPlayer(request: Request): Promise<Player | null> {
  const token = sessionToken(request)
  if (!token) return Promise.resolve(null)
  return oncePerRequest(findPlayer, () => readPlayer(token))
}

/**
 * The player who is signed in; for actions and endpoints. Throws a 401 Response, whose text a person understands, where
 * nobody is. `message` is a sentence of its own for that, if it has one.
 */
export async function requirePlayer(request: Request, message = SIGNED_OUT): Promise<Player> {
  const player = await findPlayer(request)
  if (player) return player
  throw plain(401, message)
}

export const SIGNED_OUT = 'You are signed out. Please sign in again.'

async function readPlayer(token: string): Promise<Player | null> {
  const [player] = await prepared<Player>('session-player', READ_PLAYER, [token])
  noteSession(token, player?.id ?? null)
  return player ?? null
}

/** What was last seen of sessions, for limits and the fair queue alone: whether one counts is read anew for all that it opens. */
const seen = new LRUCache<string, { playerId: string | null }>({ max: 20_000, ttl: 60_000 })

/** Remembers for a minute whose session was found, or that there is none. */
export function noteSession(token: string, playerId: string | null): void {
  seen.set(token, { playerId })
}

/** Whose session it was within the last minute. */
export function recentPlayerOf(token: string): string | null {
  return seen.get(token)?.playerId ?? null
}

/**
 * Whether a Cookie header has a session that counts, so that its requests have a player's limits and not a visitor's. Asks
 * the database at most once a minute a session; where that does not answer, a cookie with our signature is enough.
 */
export async function checkSession(cookies: string | undefined): Promise<boolean> {
  const token = tokenOf(cookies)
  if (!token) return false
  const found = seen.get(token)
  if (found) return found.playerId !== null
  try {
    return (await readPlayer(token)) !== null
  } catch {
    return true
  }
}

const READ_PLAYER = `
  select p.id, p.username, p.full_name as "fullName", p.email, p.avatar, p.frame, p.role, s.id as "sessionId"
  from sessions s join players p on p.id = s.player_id
  where s.token = $1 and s.expires_at > now()`

const RENEW = `
  update sessions set updated_at = now(),
    expires_at = least(now() + make_interval(secs => $2), created_at + make_interval(secs => $4))
  where token = $1 and expires_at > now() and updated_at < now() - make_interval(secs => $3)
  returning id`

function signatureOf(token: string): string {
  return createHmac('sha256', authSecret()).update(token).digest('base64')
}
