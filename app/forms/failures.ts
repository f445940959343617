import { isRouteErrorResponse } from 'react-router'

/** What is said where the portal cannot be reached. */
export const NO_ANSWER = 'There is no connection right now. Please try again in a moment.'

/** The sentence that a refusal came with, where its body is one: no page, no JSON, and no longer than what a toast holds. */
export function sentenceOf(body: unknown): string {
  const text = typeof body === 'string' ? body.trim() : ''
  return text.length < 200 && !/^[<{[]/.test(text) ? text : ''
}

/** Shown for a 413 without a sentence. The portal explains its own limits, so a proxy in front of it sent this one. */
export const PROXY_LIMIT =
  'The web server in front of this site does not accept uploads of this size. Choose a smaller file, or ask the operators to raise its limit.'

/**
 * Of what was thrown where a route's action was called: its status (503 where no answer came) and a sentence to show.
 * `failed` is said where it has none. Throws a redirect on.
 */
export function failureOf(thrown: unknown, failed?: string): { status: number; sentence: string } {
  if (thrown instanceof Response) throw thrown
  if (isServerError(thrown)) return { status: 500, sentence: failed ?? FAILED }
  if (!isRouteErrorResponse(thrown)) return { status: 503, sentence: NO_ANSWER }
  const { status } = thrown
  const otherwise = failed ?? `The portal answered ${status}. Please try again in a moment.`
  return { status, sentence: sentenceOf(thrown.data) || (status === 413 ? PROXY_LIMIT : otherwise) }
}

/** What is said where the portal met a fault of its own. */
export const FAILED = 'Something failed on our side, and we have logged it. Please try again in a moment.'

/** An error of an action, as the router sends it: without what it says. */
function isServerError(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'Unexpected Server Error'
}

const SIGNED_OUT = 'playhall:signed-out'

/** To be called where something is refused since nobody is signed in: the shell says it, and offers to sign in again. */
export function tellSignedOut(sentence: string): void {
  dispatchEvent(new CustomEvent(SIGNED_OUT, { detail: sentence }))
}

/** Hears of each such refusal, with its sentence; gives what stops it. */
export function onSignedOut(listener: (sentence: string) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<string>).detail)
  addEventListener(SIGNED_OUT, hear)
  return () => removeEventListener(SIGNED_OUT, hear)
}
