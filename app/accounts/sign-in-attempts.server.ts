import { randomBytes } from 'node:crypto'
import { addressGroup, CLIENT_ADDRESS_HEADER } from '../server/client-address.server.ts'
import { cookieIn, cookieOf, setCookie } from '../server/cookies.server.ts'
import { ATTEMPTS, countAttempt, countAttemptOf, forgetAttemptsOf, isCounted } from '../server/count-attempts.server.ts'

/**
 * Counts an attempt to sign in to the account of an e-mail address (docs/safety.md, Limits); gives 0, or the seconds until the
 * next one. A browser or an address that has signed in to the account before has attempts of its own, so that strangers
 * who guess the password do not lock out its owner.
 */
export async function countSignIn(email: string, request: Request): Promise<number> {
  const wait = (await countAttempt('sign-in', request)) || (await countAttemptOf('sign-in-account', email))
  if (!wait) return 0
  // The browser first: strangers may share the address, and use up its attempts.
  const browser = browserOf(request)
  if (browser && (await isCounted('known-browser', `${email} ${browser}`)))
    return countAttemptOf('sign-in-place', `${email} ${browser}`)
  const place = `${email} ${groupOf(request)}`
  return (await isCounted('known-place', place)) ? countAttemptOf('sign-in-place', place) : wait
}

/**
 * Remembers that somebody signed in to the account with this browser and from this address. Gives the Set-Cookie header by
 * which the browser is known again, wherever it is: OWASP calls it a device cookie.
 */
export async function noteSignedIn(email: string, request: Request): Promise<string> {
  const browser = browserOf(request) ?? randomBytes(16).toString('hex')
  await countAttemptOf('known-browser', `${email} ${browser}`)
  await countAttemptOf('known-place', `${email} ${groupOf(request)}`)
  return setCookie(cookieOf('browser', browser), ATTEMPTS['known-browser'].seconds)
}

/** Somebody who has proven the address by mail may sign in at once, however many others have tried. */
export async function forgetSignInsOf(email: string, request: Request): Promise<void> {
  await forgetAttemptsOf('sign-in-account', email)
  await forgetAttemptsOf('sign-in', groupOf(request))
}

function browserOf(request: Request): string | null {
  const browser = cookieIn(request.headers.get('cookie'), 'browser')
  return browser && /^[\da-f]{32}$/.test(browser) ? browser : null
}

function groupOf(request: Request): string {
  return addressGroup(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '')
}
