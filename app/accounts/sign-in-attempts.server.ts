import { addressGroup, CLIENT_ADDRESS_HEADER } from '../server/client-address.server.ts'
import { countAttempt, countAttemptOf, forgetAttemptsOf, isCounted } from '../server/count-attempts.server.ts'

/**
 * Counts a try to sign in to the account of an e-mail address (docs/safety.md, Limits); gives 0, or the seconds until the
 * next one. Whoever guesses keeps out nobody who has signed in from their own place before: those are counted apart.
 */
export async function countSignIn(email: string, request: Request): Promise<number> {
  const wait = (await countAttempt('sign-in', request)) || (await countAttemptOf('sign-in-account', email))
  const place = placeOf(email, request)
  if (!wait || !(await isCounted('known-place', place))) return wait
  return countAttemptOf('sign-in-place', place)
}

/** Remembers for a month that somebody signed in to the account from there. */
export async function noteSignedIn(email: string, request: Request): Promise<void> {
  await countAttemptOf('known-place', placeOf(email, request))
}

/** Whoever has proven the address by mail may sign in at once, however many others have tried. */
export async function forgetSignInsOf(email: string, request: Request): Promise<void> {
  await forgetAttemptsOf('sign-in-account', email)
  await forgetAttemptsOf('sign-in', groupOf(request))
}

function placeOf(email: string, request: Request): string {
  return `${email} ${groupOf(request)}`
}

function groupOf(request: Request): string {
  return addressGroup(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '')
}
