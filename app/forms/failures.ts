import { isRouteErrorResponse } from 'react-router'

/** Shown if the portal cannot be reached. */
export const NO_CONNECTION = 'There is no connection right now. Please try again in a moment.'

/** Returns the message in an error response's body, or '' if that is HTML, JSON or too long for a toast. */
export function messageOf(body: unknown): string {
  const text = typeof body === 'string' ? body.trim() : ''
  return text.length < 200 && !/^[<{[]/.test(text) ? text : ''
}

/**
 * Shown for a 413 without a message. The portal explains its own limits, so a proxy in front of the portal must have
 * sent this response.
 */
export const PROXY_LIMIT =
  'The web server in front of this site does not accept uploads of this size. ' +
  'Choose a smaller file, or ask the operators to raise its limit.'

/**
 * Converts what a route's action threw to a status (503 if there was no response) and a message to show. `failed` is
 * the message if the response has none. Rethrows redirects.
 */
export function failureOf(thrown: unknown, failed?: string): { status: number; sentence: string } {
  if (thrown instanceof Response) throw thrown
  if (isServerError(thrown)) return { status: 500, sentence: failed ?? FAILED }
  if (!isRouteErrorResponse(thrown)) return { status: 503, sentence: NO_CONNECTION }
  const { status } = thrown
  const otherwise = failed ?? `The portal answered ${status}. Please try again in a moment.`
  return { status, sentence: messageOf(thrown.data) || (status === 413 ? PROXY_LIMIT : otherwise) }
}

/** Shown for an internal error of the portal. */
export const FAILED = 'Something failed on our side, and we have logged it. Please try again in a moment.'

/** Returns whether an error has the message that the router sets for every error thrown in an action. */
function isServerError(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'Unexpected Server Error'
}

const SIGNED_OUT = 'playhall:signed-out'

/**
 * Reports that a request was refused because the user is signed out. The shell shows the message and a link to sign in.
 */
export function postSignedOut(sentence: string): void {
  dispatchEvent(new CustomEvent(SIGNED_OUT, { detail: sentence }))
}

/** Calls `listener` with the message of each such refusal. Returns a function that unsubscribes. */
export function onSignedOut(listener: (sentence: string) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<string>).detail)
  addEventListener(SIGNED_OUT, handle)
  return () => removeEventListener(SIGNED_OUT, handle)
}
