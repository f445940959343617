import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { remember } from '../lib/remember.ts'
import type { OwnPart } from '../ui/own-places.ts'
import type { View } from './view.server.ts'

/** Reads for a request what is its asker's own. */
export type OwnLoad = (request: Request) => Promise<unknown>

/** What the code below a request tells the HTTP layer above it. */
export type RequestState = {
  /** Whose pages and data are asked for. */
  view: View
  /** Whether a page is asked for: data that it shows need not be sent beside it (ui/packed.tsx). */
  isPage: boolean
  /** Set by `noteDatabaseDown`: the answer becomes the 503 page, whatever the renderer made of the error. */
  databaseIsDown: boolean
  /** The same for a database that answers, but has too much to do. */
  databaseIsBusy: boolean
  /** What said so. */
  databaseError?: unknown
  /** Set by `limit`: seconds, for the Retry-After of a 429. */
  retryAfter: number
  /** Marks the inline scripts that we wrote ourselves, see `contentSecurityPolicy`. Never reaches a browser. */
  nonce: string
  /**
   * The page that the renderer made, as text: through a Response and back it would be encoded and decoded for nothing.
   * `encode` gives its bytes, or those of a part of it: the text lacks the markup that was kept (kept-markup.server.ts).
   * `parts` are what stands in its `<Own>`s (ui/own.tsx).
   */
  page?: { html: string; encode: (html: string) => Buffer[]; parts?: OwnPart[] }
  /** On a page with parts of one's own, what they show, by where the page has it (own.server.ts); absent on others. */
  own?: Map<string, OwnLoad>
  /** Set-Cookie headers of the answer. */
  cookies: string[]
  /** What is done once a request, by who does it (`oncePerRequest`). */
  done: Map<object, unknown>
}

const storage = remember('request-state', () => new AsyncLocalStorage<RequestState>())

/** Runs `work` with a state of its own, which `requestState` gives to everything that it calls. */
export function runWithState<T>(view: View, work: (state: RequestState) => Promise<T>): Promise<T> {
  const state: RequestState = {
    view,
    isPage: false,
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
