import { addressGroup, CLIENT_ADDRESS_HEADER } from './client-address.server.ts'
import { isDatabaseBusy, isDatabaseDown, isQueryGivenUp } from '../../db/database-outage.server.ts'
import { createFairQueue, FILES, PAGES, QueueFull } from './fair-queue.server.ts'
import { DATABASE_BUSY, DATABASE_DOWN, messageResponse, type Message } from './error-page.server.ts'
import { runWithState, type RequestState } from './request-state.server.ts'
import { log } from '../process/log.server.ts'
import { isPersonal, readSharingPolicy } from '../cache/page-cache-policy.server.ts'
import type { Page } from '../cache/page-cache-entry.server.ts'
import { type AdPolicy, baseHeaders, contentSecurityPolicy, hashScripts } from './security-headers.server.ts'
import { recentPlayerOf, tokenOf } from '../sessions/session.server.ts'

export type RendererOptions = {
  /** React Router's request handler. */
  handle: (request: Request) => Promise<Response>
  siteUrl: string
  siteName: string
  /** The hosts of games that the policy of every page lists. A loader can replace them for its page. */
  gameHosts: () => readonly string[]
  /** The ad network's script and the hosts of its further scripts, if there are ads. */
  ads?: AdPolicy | undefined
  databaseAnswers: () => Promise<boolean>
  /** Whether a path is that of a stored file. Stored files have a separate queue. */
  isFile: (path: string) => boolean
  dev?: boolean
}

/** A page. If the response is not text and may be large, `stream` replaces its body. */
export type Rendered = Page & { stream?: ReadableStream<Uint8Array> | null }

export type Render = (request: Request) => Promise<Rendered>

const SLOW_MS = 500
const TELL_MS = 10_000
const FAILED: Message = {
  status: 500,
  title: 'Something went wrong',
  text: 'This page failed on our side, and we have logged it. Please try again, or start from the home page.',
}

const SHED: Message = {
  status: 429,
  title: 'Slow down a little',
  text: 'Too many requests at once. Please try again in a moment.',
  retryAfter: 2,
}
/** Nobody sees this response, since the client has left. It only appears in the log. */
const LEFT: Message = { status: 499, title: 'Gone', text: 'The client left.' }

/**
 * Creates a function that turns a request into a complete response and never throws. Pages get their security headers
 * and are rendered in a slot of the fair queue. The response is a 503 page if the database is down (within 2 s, even if
 * it hangs) or overloaded, and a 500 page after an unexpected error, which is logged.
 */
export function createRenderer(options: RendererOptions): Render {
  const { handle, siteUrl, siteName, gameHosts, ads, databaseAnswers, isFile, dev } = options
  const base = pairs(baseHeaders(siteUrl))
  const pages = createFairQueue(PAGES)
  const files = createFairQueue(FILES)
  // True after a response has failed because the database was down. Further requests then do not queue, since they
  // would fail, too.
  let isSuspect = false
  let toldAt = -Infinity

  /** Logs the reason of a 503 only from time to time, since an outage causes many. */
  function logOutage(why: string, err?: unknown): void {
    const now = performance.now()
    // A query that took too long is already logged.
    if (now - toldAt < TELL_MS || isQueryGivenUp(err)) return
    toldAt = now
    log().warn(err ? { err } : {}, `Answered 503: ${why}`)
  }

  async function answer(request: Request, state: RequestState): Promise<Rendered> {
    state.gameHosts = gameHosts()
    const response = await handle(request)
    const { status, headers } = response
    const type = headers.get('content-type') ?? ''
    // The content type of the router's page data.
    if (type === 'text/x-script') headers.set('content-type', 'text/x-script; charset=utf-8')
    for (const name of ['x-powered-by', 'content-length', 'transfer-encoding']) headers.delete(name)
    for (const [name, value] of base) headers.set(name, value)
    for (const cookie of state.cookies) headers.append('Set-Cookie', cookie)
    if (status === 429 && state.retryAfter) headers.set('Retry-After', String(state.retryAfter))
    if (status < 400 && !isText(type) && !readSharingPolicy(status, headers) && !failed(state)) {
      return { status, headers, body: Buffer.alloc(0), stream: response.body }
    }
    if (!type.includes('text/html')) return { status, headers, body: Buffer.from(await response.arrayBuffer()) }
    const isOwn = isPersonal(request.headers.get('cookie') ?? undefined)
    const { html, scripts } =
      isOwn && state.html
        ? { html: state.html, scripts: [`nonce-${state.nonce}`] }
        : hashScripts(state.html ?? (await response.text()), state.nonce)
    const policy = contentSecurityPolicy({
      siteUrl,
      gameHosts: state.gameHosts,
      scripts,
      // Text is escaped, so it cannot forge an element.
      ads: ads && html.includes('<aside class="ad ad-') ? ads : undefined,
      dev,
    })
    headers.set('Content-Security-Policy', policy)
    return { status, headers, body: Buffer.from(html) }
  }

  async function explain(request: Request, message: Message): Promise<Rendered> {
    const { status, headers, body } = messageResponse(request, siteName, message)
    for (const [name, value] of base) headers.set(name, value)
    return { status, headers, body: Buffer.from(await new Response(body).arrayBuffer()) }
  }

  const render: Render = (request) => {
    return runWithState(async (state) => {
      const unable = async (message: Message) => ({ ...(await explain(request, message)), databaseIsDown: true })
      try {
        const page = await unlessDatabaseHangs(answer(request, state), databaseAnswers)
        if (page && !failed(state)) return page
        const isBusy = page && !state.databaseIsDown
        logOutage(page ? `the database is ${isBusy ? 'busy' : 'down'}` : 'the database hangs', state.databaseError)
        return await unable(isBusy ? DATABASE_BUSY : DATABASE_DOWN)
      } catch (error) {
        const isBusy = isDatabaseBusy(error)
        if (isBusy || isDatabaseDown(error)) {
          logOutage(`the database is ${isBusy ? 'busy' : 'down'}`, error)
          return unable(isBusy ? DATABASE_BUSY : DATABASE_DOWN)
        }
        if (request.signal.aborted) return explain(request, LEFT)
        log().error({ err: error }, 'A request failed')
        return explain(request, FAILED)
      }
    })
  }

  /** Called before a request enters the queue, and again when it gets its slot. */
  async function renderUnlessDown(request: Request, go: () => Promise<Rendered>): Promise<Rendered> {
    if (!isSuspect || (await databaseAnswers())) return go()
    return { ...(await explain(request, DATABASE_DOWN)), databaseIsDown: true }
  }

  const renderNow: Render = async (request) => {
    const page = await render(request)
    isSuspect = page.databaseIsDown ?? false
    return page
  }

  const renderInSlot: Render = async (request) => {
    const work = () => renderUnlessDown(request, () => renderNow(request))
    try {
      const queue = isFile(new URL(request.url).pathname) ? files : pages
      return await queue.run(clientOf(request), work)
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      return { ...(await explain(request, error.of === 'client' ? SHED : DATABASE_BUSY)), isRefused: true }
    }
  }

  return (request) => renderUnlessDown(request, () => renderInSlot(request))
}

/** Returns the client of a request: a player's id, or a visitor's address; `cache` for a background refresh. */
function clientOf(request: Request): string {
  const token = tokenOf(request.headers.get('cookie'))
  const playerId = token && recentPlayerOf(token)
  const address = request.headers.get(CLIENT_ADDRESS_HEADER)
  return playerId || (address ? addressGroup(address) : 'cache')
}

function failed({ databaseIsDown, databaseIsBusy }: RequestState): boolean {
  return databaseIsDown || databaseIsBusy
}

/** Converts a flat list of names and values to pairs. */
export function pairs(flat: string[]): [string, string][] {
  return flat.flatMap((name, i) => (i % 2 ? [] : [[name, flat[i + 1] as string]]))
}

/**
 * Waits for the work, and checks from time to time whether the database still responds; returns null if it does not.
 */
async function unlessDatabaseHangs<T>(work: Promise<T>, databaseAnswers: () => Promise<boolean>): Promise<T | null> {
  work.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const hangs = new Promise<null>((resolve) => {
    const look = () => {
      timer = setTimeout(async () => {
        if (!(await databaseAnswers())) resolve(null)
        else if (timer) look()
      }, SLOW_MS)
    }
    look()
  })
  try {
    return await Promise.race([work, hangs])
  } finally {
    clearTimeout(timer)
    timer = undefined
  }
}

function isText(type: string): boolean {
  return /^text\/(?!event-stream)|json|javascript|xml|^$/.test(type)
}
