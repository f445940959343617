import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { prepared } from '../../db/query.server.ts'
import { config } from '../../server/process/config.server.ts'
import { cookieIn, cookieOf, setCookie } from '../../server/sessions/cookies.server.ts'
import { freeSlot } from '../../server/http/fair-queue.server.ts'
import { sendCookie } from '../../server/http/request-state.server.ts'
import type { GoogleFailure, Suspension } from '../account-rules.ts'
import { nextPath } from '../next-path.ts'
import { beginSession } from './begin-session.server.ts'
import { findIssuer } from './google-issuer.server.ts'
import { credentialOf } from './google-player.server.ts'

/** Time limit for signing in at Google, in seconds. */
const TIMEOUT_S = 300

/**
 * Begins a sign-in with Google, or with the OpenID issuer that is configured instead. Stores its data for TIMEOUT_S and
 * sets the cookie that binds the issuer's response to this browser. Returns the URL at the issuer, or null if Google is
 * not configured or the issuer does not respond.
 */
export async function beginGoogle(next: string): Promise<string | null> {
  const issuer = await findIssuer()
  if (!issuer) return null
  const { state, address, ...secrets } = await issuer.begin(callbackAddress())
  await prepared('google-begin', BEGIN, [identifierOf(state), JSON.stringify({ ...secrets, next }), TIMEOUT_S])
  sendCookie(setCookie(cookieOf('state', state), TIMEOUT_S))
  return address
}

export type GoogleAnswer =
  /** `cookie` is the Set-Cookie header of the new session. */
  | { next: string; cookie: string; player: { id: string; email: string } }
  | { failure: GoogleFailure }
  | { suspension: Suspension }

/**
 * Handles the issuer's response: signs in the linked player, creates an account, or links an account whose address both
 * sides have confirmed. A response is valid once, and only in the browser that began the sign-in. The attempt was
 * counted when it began, so an invalid response does not count against anyone.
 */
export async function finishGoogle(request: Request): Promise<GoogleAnswer> {
  const { search, searchParams } = new URL(request.url)
  const state = cookieIn(request.headers.get('cookie'), 'state')
  if (!state || searchParams.get('state') !== state) return { failure: 'google' }
  freeSlot()
  const issuer = await findIssuer()
  const begun = issuer && (await consumeBegun(state))
  if (!begun) return { failure: 'google' }
  sendCookie(setCookie(cookieOf('state', ''), 0))
  const person = await issuer.finish(callbackAddress(search), { ...begun, state })
  if (typeof person === 'string') return { failure: person }
  const credential = await credentialOf(person)
  if (typeof credential === 'string') return { failure: credential }
  const session = await beginSession(credential, request)
  if (!session) return { failure: 'google' }
  if ('suspension' in session) return session
  return { ...session, next: nextPath(begun.next), player: { id: credential.playerId, email: credential.email } }
}

/** Returns the URL to which the issuer redirects. Both requests to the issuer must contain the same URL. */
function callbackAddress(search = ''): URL {
  return new URL(`/api/auth/callback/google${search}`, config().siteUrl)
}

const begunRule = z.object({ nonce: z.string(), verifier: z.string(), next: z.string() })

/** Deletes and returns the data that `beginGoogle` stored. Returns null if it was already used or has expired. */
async function consumeBegun(state: string): Promise<z.infer<typeof begunRule> | null> {
  const [row] = await prepared<{ value: string }>('google-take', CONSUME, [identifierOf(state)])
  return row ? begunRule.parse(JSON.parse(row.value)) : null
}

/**
 * Returns the identifier of a stored sign-in. It contains only a hash, so that nobody can finish a sign-in with a
 * leaked database.
 */
function identifierOf(state: string): string {
  return `google:${createHash('sha256').update(state).digest('base64url')}`
}

const BEGIN = `
  insert into verifications (identifier, value, expires_at) values ($1, $2, now() + make_interval(secs => $3))`

const CONSUME = `delete from verifications where identifier = $1 and expires_at > now() returning value`
