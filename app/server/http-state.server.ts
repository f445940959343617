import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { remember } from '../lib/remember.ts'

/** What the code below a request tells the HTTP layer above it. */
export type RequestState = {
  /** Set by `noteDatabaseDown`: the answer becomes the 503 page, whatever the renderer made of the error. */
  databaseIsDown: boolean
  /** The same for a database that answers, but has too much to do. */
  databaseIsBusy: boolean
  /** What said so. */
  databaseError?: unknown
  /** Set by `limit`: seconds, for the Retry-After of a 429. */
  retryAfter: number
  /** Marks our own inline scripts: sent with a player's page, replaced by hashes on a shared one (`contentSecurityPolicy`). */
  nonce: string
  /** The page that the renderer made, as text: through a Response and back it would be encoded and decoded for nothing. */
  html?: string
  /** Set-Cookie headers of the answer (`sendCookie`). */
  cookies: string[]
  /** What is done once a request, by who does it (`oncePerRequest`). */
  done: Map<object, unknown>
}

const storage = remember('request-state', () => new AsyncLocalStorage<RequestState>())

/** Runs `work` with a state of its own, which `requestState` gives to everything that it calls. */
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

/** The state of the request that is being answered; undefined outside of one. */
export function requestState(): RequestState | undefined {
  return storage.getStore()
}

/** Adds a Set-Cookie header to the answer, which is then for nobody else. */
export function sendCookie(cookie: string): void {
  requestState()?.cookies.push(cookie)
}

/** The nonce for `renderToReadableStream`, `<ServerRouter>`, `<Scripts>` and `<ScrollRestoration>` on the server. */
export function scriptNonce(): string | undefined {
  return storage.getStore()?.nonce
}

/**
 * What `work` gives, called once for the request that is being answered, however many ask side by side; outside of a request
 * at each call. `by` is the function that asks.
 */
export function oncePerRequest<T>(by: object, work: () => T): T {
  const done = storage.getStore()?.done
  if (!done) return work()
  if (!done.has(by)) done.set(by, work())
  return done.get(by) as T
}
