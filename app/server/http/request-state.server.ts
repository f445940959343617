import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { remember } from '../../lib/remember.ts'

/** What the code of a request passes up to the HTTP layer. */
export type RequestState = {
  /** Set by `recordDatabaseDown`: the response becomes the 503 page, whatever the renderer made of the error. */
  databaseIsDown: boolean
  /** The same for a database that responds but is overloaded. */
  databaseIsBusy: boolean
  /** The error that showed it. */
  databaseError?: unknown
  /** Set by `limit`: seconds, for the Retry-After of a 429. */
  retryAfter: number
  /**
   * Marks our own inline scripts. Sent with a player's page, replaced by hashes on a shared one
   * (`contentSecurityPolicy`).
   */
  nonce: string
  /** The rendered page as text, to avoid encoding and decoding it through a Response. */
  html?: string
  /** Set-Cookie headers of the response (`sendCookie`). */
  cookies: string[]
  /** Results of `oncePerRequest`, by function. */
  done: Map<object, unknown>
}

const storage = remember('request-state', () => new AsyncLocalStorage<RequestState>())

/** Runs `work` with a new state, which `requestState` returns in everything that it calls. */
export function runWithState<T>(work: (state: RequestState) => Promise<T>): Promise<T> {
  const state: RequestState = {
    databaseIsDown: false,
    databaseIsBusy: false,
    retryAfter: 0,
    cookies: [],
    nonce: randomBytes(16).toString('base64url'),
    done: new Map(),
  }
  return storage.run(state, () => work(state))
}

/** The state of the current request; undefined outside of one. */
export function requestState(): RequestState | undefined {
  return storage.getStore()
}

/** Adds a Set-Cookie header to the response, which is then private. */
export function sendCookie(cookie: string): void {
  requestState()?.cookies.push(cookie)
}

/** The nonce for `renderToReadableStream`, `<ServerRouter>`, `<Scripts>` and `<ScrollRestoration>` on the server. */
export function scriptNonce(): string | undefined {
  return storage.getStore()?.nonce
}

/**
 * The result of `work`, called once per request, even by concurrent callers; outside of a request, on each call. `by`
 * is the calling function.
 */
export function oncePerRequest<T>(by: object, work: () => T): T {
  const done = storage.getStore()?.done
  if (!done) return work()
  if (!done.has(by)) done.set(by, work())
  return done.get(by) as T
}
