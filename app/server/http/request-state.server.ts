import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { remember } from '../../lib/remember.ts'

/** State that code within a request passes to the HTTP layer. */
export type RequestState = {
  /** Set by `recordDatabaseDown`. The response is then the 503 page, regardless of what the renderer returned. */
  databaseIsDown: boolean
  /** Like `databaseIsDown`, for a database that responds but is overloaded. */
  databaseIsBusy: boolean
  /** The error that revealed it. */
  databaseError?: unknown
  /** Set by `limit`: the seconds for the Retry-After header of a 429. */
  retryAfter: number
  /**
   * Marks our own inline scripts. A player's page is sent with it; on a shared page, hashes replace it
   * (`contentSecurityPolicy`).
   */
  nonce: string
  /** The rendered page as text. Passing it in a Response would encode and decode it. */
  html?: string
  /** Set-Cookie headers of the response (`sendCookie`). */
  cookies: string[]
  /** The hosts of games in the page's policy. A single snapshot, so that the page and its policy agree. */
  gameHosts: readonly string[]
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
    gameHosts: [],
    nonce: randomBytes(16).toString('base64url'),
    done: new Map(),
  }
  return storage.run(state, () => work(state))
}

/** Returns the state of the current request; undefined outside of a request. */
export function requestState(): RequestState | undefined {
  return storage.getStore()
}

/** Adds a Set-Cookie header to the response, which is then private. */
export function sendCookie(cookie: string): void {
  requestState()?.cookies.push(cookie)
}

/**
 * Returns the nonce for `renderToReadableStream`, `<ServerRouter>`, `<Scripts>` and `<ScrollRestoration>` on the
 * server.
 */
export function scriptNonce(): string | undefined {
  return storage.getStore()?.nonce
}

/**
 * Returns the result of `work`, which runs once per request, even for concurrent callers. Outside of a request it runs
 * on each call. `by` is the calling function.
 */
export function oncePerRequest<T>(by: object, work: () => T): T {
  const done = storage.getStore()?.done
  if (!done) return work()
  if (!done.has(by)) done.set(by, work())
  return done.get(by) as T
}
