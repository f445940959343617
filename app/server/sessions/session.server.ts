import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { prepared } from '../../db/query.server.ts'
import { plain } from '../http/responses.server.ts'
import { cookieIn, cookieOf, setCookie } from './cookies.server.ts'
import { oncePerRequest } from '../http/request-state.server.ts'
import { authSecret } from '../process/secret.server.ts'

/**
 * The signed-in player of a request. The data comes from the session, never from other request data
 * (docs/safety.md#who-acts).
 */
export type Player = {
  /** A uuid. */
  id: string
  username: string
  /** Empty if the player has not given a name. */
  fullName: string
  email: string
  /** Key of a stored file, or null. */
  avatar: string | null
  /** Id of the frame around the avatar, or null. */
  frame: string | null
  role: 'player' | 'operator'
  /** The session's id, which pages may show, unlike its token. */
  sessionId: string
}

/**
 * In seconds: the lifetime of an unused session, the time after which use extends it again, and its maximum lifetime
 * (OWASP ASVS 5.0, 7.3.2).
 */
export const SESSION_S = 30 * 86_400
export const SESSION_RENEWED_AFTER_S = 86_400
export const SESSION_MAX_S = 90 * 86_400

/**
 * SQL expression: the id of the player whose session token is `$1`. With it, a page reads its player's data in parallel
 * with the session, not afterwards.
 */
export const PLAYER_OF_TOKEN = '(select player_id from sessions where token = $1 and expires_at > now())'

/**
 * Returns the token in a request's session cookie if its signature is valid, otherwise null. Does not check whether the
 * session still exists.
 */
export function sessionToken(request: { headers: { get(name: string): string | null } }): string | null {
  return tokenOf(request.headers.get('cookie'))
}

/** Like `sessionToken`, but takes a Cookie header. */
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

/**
 * Caches cookies with a valid signature. A player's page checks its cookie several times, and each check takes 20 µs.
 */
const signed = new LRUCache<string, true>({ max: 10_000 })

/**
 * Returns the cookie of a session token, as `name=value` (docs/decisions/012-sessions-are-read-by-our-own-query.md).
 */
export function signedCookie(token: string): string {
  return cookieOf('session', `${token}.${signatureOf(token)}`)
}

/** Returns the Set-Cookie header of a session, with the lifetime of an unused session. */
export function sessionCookie(token: string): string {
  return setCookie(signedCookie(token), SESSION_S)
}

/** Returns the Set-Cookie header that deletes the session cookie. */
export function endedSessionCookie(): string {
  return setCookie(cookieOf('session', ''), 0)
}

/**
 * Extends a session that is in use. Call it if `updated_at` is older than SESSION_RENEWED_AFTER_S. Returns the
 * Set-Cookie header, or null if another request has already extended the session or it has ended.
 */
export async function renewSession(token: string): Promise<string | null> {
  const [renewed] = await prepared('session-renew', RENEW, [token, SESSION_S, SESSION_RENEWED_AFTER_S, SESSION_MAX_S])
  return renewed ? sessionCookie(token) : null
}

/** Ends a request's session on the server, if it has one (docs/safety.md#accounts). */
export async function endSession(request: Request): Promise<void> {
  const token = sessionToken(request)
  if (!token) return
  await prepared('session-end', 'delete from sessions where token = $1', [token])
  rememberSession(token, null)
}

/**
 * Returns the signed-in player, or null. Reads the session once per request, so that role changes and sign-outs take
 * effect immediately.
 */
export function findPlayer(request: Request): Promise<Player | null> {
  const token = sessionToken(request)
  if (!token) return Promise.resolve(null)
  return oncePerRequest(findPlayer, () => readPlayer(token))
}

/**
 * Returns the signed-in player, for actions and endpoints. Throws a 401 Response with the user-facing text `message` if
 * nobody is signed in.
 */
export async function requirePlayer(request: Request, message = SIGNED_OUT): Promise<Player> {
  const player = await findPlayer(request)
  if (player) return player
  throw plain(401, message)
}

export const SIGNED_OUT = 'You are signed out. Please sign in again.'

async function readPlayer(token: string): Promise<Player | null> {
  const [player] = await prepared<Player>('session-player', READ_PLAYER, [token])
  rememberSession(token, player?.id ?? null)
  return player ?? null
}

/** Caches recently seen sessions, only for rate limits and the fair queue. Access checks always use the database. */
const seen = new LRUCache<string, { playerId: string | null }>({ max: 20_000, ttl: 60_000 })

/** Caches a session's player for a minute. `playerId` is null if there is no such session. */
export function rememberSession(token: string, playerId: string | null): void {
  seen.set(token, { playerId })
}

/** Returns the player of a session that was seen within the last minute, or null. */
export function recentPlayerOf(token: string): string | null {
  return seen.get(token)?.playerId ?? null
}

/**
 * Whether a Cookie header belongs to a live session, so that its requests get a player's rate limits and not a
 * visitor's. Queries the database at most once a minute per session. If the query fails, trusts a cookie with a valid
 * signature.
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
