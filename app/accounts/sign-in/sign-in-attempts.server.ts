import { randomBytes } from 'node:crypto'
import { addressGroup, CLIENT_ADDRESS_HEADER } from '../../server/http/client-address.server.ts'
import { cookieIn, cookieOf, setCookie } from '../../server/sessions/cookies.server.ts'
import {
  ATTEMPTS,
  countAttempt,
  countAttemptOf,
  clearAttemptsOf,
  isCounted,
  restartWindow,
} from '../../server/http/count-attempts.server.ts'

/**
 * Counts an attempt to sign in to the account of an email address (docs/safety.md#limits-on-requests). Returns 0, or
 * the seconds until the next attempt. Browsers and IP addresses that have signed in to the account before have separate
 * limits, so that a stranger's guesses do not lock out the owner.
 */
export async function countSignIn(email: string, request: Request): Promise<number> {
  const wait = (await countAttempt('sign-in', request)) || (await countAttemptOf('sign-in-account', email))
  if (!wait) return 0
  // Check the browser first, since strangers on the same IP address may use up its attempts.
  const browser = browserOf(request)
  if (browser && (await isCounted('known-browser', `${email} ${browser}`)))
    return countAttemptOf('sign-in-place', `${email} ${browser}`)
  const place = `${email} ${groupOf(request)}`
  return (await isCounted('known-place', place)) ? countAttemptOf('sign-in-place', place) : wait
}

/**
 * Records that this browser and this IP address signed in to the account; they count as known for a time after the last
 * sign-in. Returns the Set-Cookie header that identifies the browser on any network (OWASP: device cookie).
 */
export async function recordSignIn(email: string, request: Request): Promise<string> {
  const browser = browserOf(request) ?? randomBytes(16).toString('hex')
  await restartWindow('known-browser', `${email} ${browser}`)
  await restartWindow('known-place', `${email} ${groupOf(request)}`)
  return setCookie(cookieOf('browser', browser), ATTEMPTS['known-browser'].seconds)
}

/**
 * Resets the limits for a player who has just proven the address by email, so that a stranger's guesses do not lock
 * them out.
 */
export async function clearSignInAttemptsOf(email: string, request: Request): Promise<void> {
  await clearAttemptsOf('sign-in-account', email)
  await clearAttemptsOf('sign-in', groupOf(request))
}

function browserOf(request: Request): string | null {
  const browser = cookieIn(request.headers.get('cookie'), 'browser')
  return browser && /^[\da-f]{32}$/.test(browser) ? browser : null
}

function groupOf(request: Request): string {
  return addressGroup(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '')
}
