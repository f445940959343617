import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { prepared } from '../../db/query.server.ts'
import { config } from '../../server/config.server.ts'
import { cookieIn, cookieOf, setCookie } from '../../server/cookies.server.ts'
import { sendCookie } from '../../server/http-state.server.ts'
import type { GoogleFailure, Suspension } from '../account-rules.ts'
import { nextPath } from '../next-path.ts'
import { beginSession } from './begin-session.server.ts'
import { findIssuer } from './google-issuer.server.ts'
import { credentialOf } from './google-player.server.ts'

/** How long a player may take at Google. Seconds. */
const PATIENCE_S = 300

/**
 * Begins to sign in with Google, or another OpenID issuer in its place; gives the address at the issuer to go to, and sets the
 * cookie that binds its answer to this browser. Null if there are no settings, or the issuer does not answer.
 */
export async function beginGoogle(next: string): Promise<string | null> {
  const issuer = await findIssuer()
  if (!issuer) return null
  const { state, address, ...secrets } = await issuer.begin(callbackAddress())
  await prepared('google-begin', BEGIN, [identifierOf(state), JSON.stringify({ ...secrets, next }), PATIENCE_S])
  sendCookie(setCookie(cookieOf('state', state), PATIENCE_S))
  return address
}

export type GoogleAnswer =
  /** `cookie` is the Set-Cookie header of the new session. */
  | { next: string; cookie: string; player: { id: string; email: string } }
  | { failure: GoogleFailure }
  | { suspension: Suspension }

/**
 * Reads the issuer's answer: signs in, or makes an account, or links one of the same address that both sides confirmed. It
 * counts once and in the browser that began (`beginGoogle`, which is counted), so that a broken one costs nobody anything.
 */
export async function finishGoogle(request: Request): Promise<GoogleAnswer> {
  const { search, searchParams } = new URL(request.url)
  const state = cookieIn(request.headers.get('cookie'), 'state')
  if (!state || searchParams.get('state') !== state) return { failure: 'google' }
  const issuer = await findIssuer()
  const begun = issuer && (await takeBegun(state))
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

/** Where the issuer sends the browser back to: it must be told the same address before and after. */
function callbackAddress(search = ''): URL {
  return new URL(`/api/auth/callback/google${search}`, config().siteUrl)
}

const begunRule = z.object({ nonce: z.string(), verifier: z.string(), next: z.string() })

/** What `beginGoogle` noted, once; null if it was taken before, or too long ago. */
async function takeBegun(state: string): Promise<z.infer<typeof begunRule> | null> {
  const [row] = await prepared<{ value: string }>('google-take', TAKE, [identifierOf(state)])
  return row ? begunRule.parse(JSON.parse(row.value)) : null
}

/** Only the hash is stored, so that nobody who reads the database can finish a sign-in of another. */
function identifierOf(state: string): string {
  return `google:${createHash('sha256').update(state).digest('base64url')}`
}

const BEGIN = `
  insert into verifications (identifier, value, expires_at) values ($1, $2, now() + make_interval(secs => $3))`

const TAKE = `delete from verifications where identifier = $1 and expires_at > now() returning value`
