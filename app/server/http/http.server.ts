import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { assetHeaders, indexAssets } from '../files/assets.server.ts'
import { clientAddress, CLIENT_ADDRESS_HEADER } from './client-address.server.ts'
import { mayAnswer } from './connections.server.ts'
import { indexGameFiles } from '../files/game-files.server.ts'
import { type FindGameFile, serveGameFile } from '../files/serve-game-file.server.ts'
import { pickEncoding } from './encoding.server.ts'
import { serveFile, type FileIndex } from './stored-files.server.ts'
import { FOREIGN, messageResponse, type Message, notSupported, UNREADABLE } from './error-page.server.ts'
import { createRenderer, pairs, type RendererOptions } from './render.server.ts'
import { type BuiltRoutes, indexRoutes, type RouteIndex } from './route-table.server.ts'
import { pathOf, resolveTarget } from './target.server.ts'
import { sendVariant } from '../cache/variant.server.ts'
import { clientHash } from '../process/log-access.server.ts'
import { logRequest } from '../process/log.server.ts'
import { isPersonal, pageKey } from '../cache/page-cache-policy.server.ts'
import { createPageCache, type PageCache, type PageCacheOptions } from '../cache/page-cache.server.ts'
import { isEntry } from '../cache/page-cache-entry.server.ts'
import { countAgainst, type LimitName, tooManyMessage } from './rate-limit.server.ts'
import { mayReadDetails, type Readiness } from '../process/readiness.server.ts'
import { bodyOf } from './request-body.server.ts'
import { baseHeaders, comesFromUs } from './security-headers.server.ts'
import { sendOwn, sendShared } from './send-page.server.ts'
import { checkSession } from '../sessions/session.server.ts'
import type { Asset } from '../files/shared-assets.server.ts'

export type HttpOptions = Omit<RendererOptions, 'isFile'> & {
  /** The routes, whose `handle` exports apply here (route-table.server.ts). */
  routes: BuiltRoutes
  /** If false, responses that are not shared use the request's host as the site's origin. */
  siteUrlIsSet: boolean
  trustProxy: number
  readiness: () => Promise<Readiness>
  /** `build/client` and `build/play`. */
  assetsFolder: string
  playFolder: string
  findGameFile?: FindGameFile
  /** Finds assets that only another node's build has (shared-assets.server.ts). Absent with a single node. */
  findSharedAsset?: (address: string) => Promise<Asset | null>
  cacheLimits?: Omit<PageCacheOptions, 'render'>
}

export type Http = {
  cache: PageCache
  /** For `http.createServer`: serves cached pages and files itself, and passes other requests to Hono. */
  listener: (req: IncomingMessage, res: ServerResponse) => void
}

type Env = {
  Bindings: HttpBindings
  Variables: { target: string; address: string }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const READING = ['GET', 'HEAD']
/** With these statuses, the log includes the client's hash. */
const REFUSED = [401, 403, 429]
// Headers that could make a request look like another one. Only client-address.server.ts reads the headers of proxies.
const UNTRUSTED = [
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
  'x-original-url',
  'x-rewrite-url',
]

/**
 * Everything between the socket and React Router. A request passes these steps in order: client address and log line,
 * security headers, method and path checks, health, files, the Origin check, limits, the page cache, the renderer.
 */
export function createHttp(options: HttpOptions): Http {
  const { siteUrl, siteName } = options
  const { methodsAt, fileAt, isFromAnywhere } = indexRoutes(options.routes)
  const render = createRenderer({ ...options, isFile: (path) => fileAt(path) !== null })
  const cache = createPageCache({
    ...options.cacheLimits,
    render: (key, asked) => render(asked ?? new Request(siteUrl + key, { headers: { accept: 'text/html' } })),
  })
  const files: FileIndex = indexGameFiles(options.playFolder, siteUrl)
  // During development, Vite serves all other files.
  if (!options.dev) for (const [address, file] of indexAssets(options.assetsFolder, siteUrl)) files.set(address, file)
  const base = pairs(baseHeaders(siteUrl))
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    const started = performance.now()
    const { incoming, outgoing } = c.env
    const target = resolveTarget(incoming.url ?? '/')
    c.set('target', target ?? '/')
    c.set(
      'address',
      clientAddress(incoming.socket.remoteAddress, header(incoming, 'x-forwarded-for'), options.trustProxy),
    )
    if (target) await next()
    else c.res = explain(c, UNREADABLE)
    const isSent = outgoing.headersSent
    if (!isSent) {
      for (const [name, value] of base) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
      if (!incoming.complete) c.res.headers.set('Connection', 'close')
    }
    // The client left before the response, so its status does not show whether the portal works.
    const hasLeft = outgoing.destroyed && !outgoing.writableFinished
    const { status } = hasLeft ? { status: CLIENT_LEFT } : isSent ? { status: outgoing.statusCode } : c.res
    const client = REFUSED.includes(status) ? clientHash(c.var.address) : undefined
    logRequest(c.req.method, c.var.target, status, performance.now() - started, { client })
  })

  app.use(async (c, next) => {
    const { method } = c.req
    const taken = methodsAt(pathOf(c.var.target))
    const isTaken = taken ? taken.includes(method === 'HEAD' ? 'GET' : method) : METHODS.includes(method)
    if (!isTaken) return notAllowed(c, taken ?? READING)
    return next()
  })

  app.get('/healthz', (c) => c.text('ok\n', 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const { isReady, text } = await options.readiness()
    const { incoming } = c.env
    const shown = mayReadDetails(incoming) ? text : `${isReady ? 'ready' : 'not ready'}\n`
    return c.text(shown, isReady ? 200 : 503, { 'Cache-Control': 'no-store' })
  })

  // The listener has served the files in the index. Only requests with unsupported methods and for missing files arrive
  // here.
  app.use(async (c, next) => {
    const path = pathOf(c.var.target)
    if (files.has(path) || path === '/healthz' || path === '/readyz') return notAllowed(c, READING)
    if (files.has(`${path}/`) && path.startsWith('/play/')) return c.redirect(`${path}/`, 308)
    return next()
  })

  app.use(async (c, next) => {
    const changes = c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isFromAnywhere(pathOf(c.var.target))
    if (changes && !comesFromUs(c.req.raw.headers, options.siteUrlIsSet ? siteUrl : null)) return explain(c, FOREIGN)
    return next()
  })

  app.get('/play/*', async (c, next) => {
    const answer = await serveGameFile(c, options.findGameFile, siteUrl)
    return typeof answer === 'number' ? explain(c, tooMany(answer)) : (answer ?? next())
  })

  app.all('*', async (c) => {
    const { target, address } = c.var
    const cookie = c.req.header('cookie')
    const reads = READING.includes(c.req.method)
    const isOwn = isPersonal(cookie)
    const file = fileAt(pathOf(target))
    const key = reads && !isOwn && !file && !options.dev ? pageKey(target) : null
    if (!key || !cache.peek(key)) {
      const seconds = countAgainst(await limitOf(file, cookie), address)
      if (seconds) return explain(c, tooMany(seconds))
      if (!options.dev && /^\/(assets|play)\//.test(target)) {
        const asset = reads ? await options.findSharedAsset?.(pathOf(target)) : null
        return asset ? c.body(asset.content, 200, assetHeaders(asset.type)) : c.text('Not found\n', 404, NOT_STORED)
      }
      if (file === 'missing') return c.text('This file doesn’t exist.\n', 404, NOT_STORED)
    }
    if (key) {
      const shared = await cache.read(key, requestFor(c, siteUrl + key, true))
      if (isEntry(shared))
        return sendShared(c, await cache.variantOf(shared, pickEncoding(c.req.header('accept-encoding'))))
      // The page cannot be shared, so it may depend on cookies other than the session.
      if (shared.status >= 500 || !cookie) return sendOwn(c, shared, isOwn, key)
    }
    const origin = options.siteUrlIsSet ? siteUrl : `http://${c.req.header('host')}`
    if (!URL.canParse(origin + target)) return explain(c, UNREADABLE)
    const request = requestFor(c, origin + target, false)
    // Removed, since the router would check the form's origin again, and log rejected forms.
    if (isFromAnywhere(pathOf(target))) request.headers.delete('origin')
    const page = await render(request)
    const misses = file && page.status === 404 ? countAgainst('missingFiles', address) : 0
    if (misses) return explain(c, tooMany(misses))
    // The page has no action. The renderer's response does not name the allowed methods.
    if (page.status === 405 && !page.headers.has('allow')) return notAllowed(c, READING)
    return sendOwn(c, page, isOwn)
  })

  /** Files have a separate limit, since a list requests a hundred pictures at once. */
  async function limitOf(file: ReturnType<RouteIndex['fileAt']>, cookie: string | undefined): Promise<LimitName> {
    if (file === 'file') return 'files'
    return (await checkSession(cookie)) ? 'player' : 'visitor'
  }

  function explain(c: Context, message: Message): Response {
    return messageResponse(c.req.raw, siteName, message)
  }

  function notAllowed(c: Context<Env>, methods: string[]): Response {
    return explain(c, notSupported(pathOf(c.var.target), methods))
  }

  // `autoCleanupIncoming` would read up to 64 MB of each body in vain. The portal handles the rest of a body itself.
  const rest = getRequestListener(app.fetch, { overrideGlobalObjects: false, autoCleanupIncoming: false })

  function listener(req: IncomingMessage, res: ServerResponse): void {
    if (!mayAnswer(req, res)) return
    if (req.method === 'GET' || req.method === 'HEAD') {
      const url = req.url ?? '/'
      // Both are served from memory within microseconds, so reading the clock twice would cost too much.
      const status = servePage(req, res, url)
      if (status) return logRequest(req.method, url, status, 0, { from: 'cache' })
      const fileStatus = serveFile(files, pathOf(url), req, res)
      if (fileStatus) return logRequest(req.method, url, fileStatus, 0, { from: 'file' })
    }
    void rest(req, res)
  }

  function servePage(req: IncomingMessage, res: ServerResponse, url: string): number {
    if (isPersonal(req.headers.cookie)) return 0
    const key = pageKey(url)
    const entry = key && cache.peek(key)
    const variant = entry && cache.variantOf(entry, pickEncoding(header(req, 'accept-encoding')))
    return variant && 'body' in variant ? sendVariant(req, res, variant) : 0
  }

  return { cache, listener }
}

/** The status that nginx logs for a client that left. */
const CLIENT_LEFT = 499
const NOT_STORED = { 'Cache-Control': 'no-store' }

function tooMany(seconds: number): Message {
  return { status: 429, title: 'Slow down a little', text: tooManyMessage(seconds), retryAfter: seconds }
}

/**
 * Creates the request for the renderer: with our origin and the client's address, GET instead of HEAD, and no cookies
 * for a shared page. The action of a request that changes something always completes, even if the client leaves.
 */
function requestFor(c: Context<Env>, url: string, shared: boolean): Request {
  const headers = new Headers(c.req.raw.headers)
  for (const name of UNTRUSTED) headers.delete(name)
  if (shared) headers.delete('cookie')
  headers.set(CLIENT_ADDRESS_HEADER, c.var.address)
  if (READING.includes(c.req.method)) return new Request(url, { headers, signal: shared ? null : c.req.raw.signal })
  const body = { body: bodyOf(c.env.incoming), duplex: 'half' }
  return new Request(url, { method: c.req.method, headers, ...body })
}

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
