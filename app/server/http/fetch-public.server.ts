import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import zlib from 'node:zlib'
import ipaddr from 'ipaddr.js'

/**
 * Why a fetch failed. `unknown host`: the name does not exist in DNS. `not public`: a private address. `silent`: no
 * response in time, or a broken connection. `status`: any status but 200. `other`: everything else, such as an invalid
 * address.
 */
export type FetchFault = 'unknown host' | 'not public' | 'silent' | 'status' | 'other'

/** Thrown if a fetch fails. The message completes a sentence that begins with the URL: "answered 404". */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly fault: FetchFault
  constructor(message: string, fault: FetchFault = 'other') {
    super(message)
    this.fault = fault
  }
}

export type FetchLimits = {
  /** Only for tests and trial portals: addresses of this machine count as public. */
  allowLoopback?: boolean
  /** The maximum number of decoded bytes of all responses together. */
  maxBytes?: number
  /** The time limit of all responses together, excluding the time that the reader of the stream takes. */
  totalMs?: number
  /** The time limit before the first chunk of a response, and between chunks. */
  idleMs?: number
  /**
   * Called with the host before each request, including redirects, for example to limit the request rate. Errors that
   * it throws are passed on.
   */
  onRequest?: (host: string) => Promise<void>
}

/** The result of a fetch that reads no body, after redirects. */
export type FetchedHead = { url: URL; status: number; headers: http.IncomingHttpHeaders }

/** `onRequest` threw `cause`. */
class NotSent extends Error {
  constructor(cause: unknown) {
    super('Not sent', { cause })
  }
}

const MAX_REDIRECTS = 3
// Feeds are JSON, RSS, Atom or CSV; games and pictures may have any type.
const ACCEPT = 'application/json, application/rss+xml, application/atom+xml, text/csv, application/xml;q=0.9, */*;q=0.8'
const HEADERS = { 'accept-encoding': 'gzip, br', accept: ACCEPT, 'user-agent': 'Playhall' }
const PAGE_HEADERS = { ...HEADERS, accept: 'text/html, */*;q=0.8' }
const DECODERS = new Map<string, () => zlib.Gunzip | zlib.BrotliDecompress>(
  Object.entries({
    gzip: zlib.createGunzip,
    'x-gzip': zlib.createGunzip,
    deflate: zlib.createInflate,
    br: zlib.createBrotliDecompress,
  }),
)

/**
 * Returns a function that fetches public HTTP(S) URLs, each as a stream of decoded bytes. All its fetches share the
 * limits (docs/safety.md#outgoing-requests-and-imports). Redirects are checked like the first URL. The function throws
 * a FetchError.
 */
export function publicFetcher(limits: FetchLimits = {}) {
  return createFetcher(limits).fetchPublic
}

/**
 * Fetches only the status and headers of a public HTTP(S) URL, whatever the status, under the same rules as
 * `publicFetcher`. The connection is closed once the headers have arrived. Throws a FetchError if there is no response,
 * or if the URL or a redirect leads to a forbidden address.
 */
export function fetchHead(address: string, limits: FetchLimits = {}): Promise<FetchedHead> {
  return createFetcher(limits).fetchHeadOf(address)
}

function createFetcher({
  allowLoopback = false,
  maxBytes = 50e6,
  totalMs = 60_000,
  idleMs = 10_000,
  onRequest,
}: FetchLimits) {
  let waited = 0
  let bytes = 0
  return { fetchPublic, fetchHeadOf }

  async function* fetchPublic(address: string): AsyncGenerator<Uint8Array> {
    const ended = new AbortController()
    try {
      const { answer } = await follow(address, ended.signal, HEADERS)
      if (answer.statusCode !== 200) throw new FetchError(`answered ${answer.statusCode}`, 'status')
      const chunks = decode(answer)[Symbol.asyncIterator]()
      while (true) {
        const chunk = await within(chunks.next())
        if (chunk.done) return
        bytes += (chunk.value as Uint8Array).length
        if (bytes > maxBytes) throw tooLarge()
        yield chunk.value as Uint8Array
      }
    } catch (error) {
      throw asFetchError(error)
    } finally {
      ended.abort()
    }
  }

  async function fetchHeadOf(address: string): Promise<FetchedHead> {
    const ended = new AbortController()
    try {
      const { url, answer } = await follow(address, ended.signal, PAGE_HEADERS)
      return { url, status: answer.statusCode ?? 0, headers: answer.headers }
    } catch (error) {
      throw asFetchError(error)
    } finally {
      ended.abort()
    }
  }

  /** Returns the response after all redirects, whatever its status. */
  async function follow(address: string, signal: AbortSignal, sent: http.OutgoingHttpHeaders) {
    let url = parseAddress(address)
    for (let redirects = 0; ; redirects++) {
      await onRequest?.(url.host).catch((error: unknown) => Promise.reject(new NotSent(error)))
      const answer = await within(get(url, signal, sent))
      // If a connection closes while nothing reads from it, its error would be unhandled without this listener.
      answer.on('error', () => {})
      const { statusCode: status = 0, headers } = answer
      if (status < 300 || status > 399 || !headers.location) return { url, answer }
      answer.destroy()
      if (redirects === MAX_REDIRECTS) throw new FetchError(`redirects more than ${MAX_REDIRECTS} times`)
      const next = parseAddress(headers.location, url)
      if (url.protocol === 'https:' && next.protocol === 'http:') throw new FetchError('redirects from https to http')
      url = next
    }
  }

  async function get(url: URL, signal: AbortSignal, headers: http.OutgoingHttpHeaders): Promise<http.IncomingMessage> {
    // Node calls no `lookup` for a host that is an IP address.
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(literal) && !isPublicAddress(literal, allowLoopback)) throw notPublic(url.hostname)
    const client = url.protocol === 'https:' ? https : http
    const sent = client.get(url, { lookup, headers, agent: false, signal })
    return new Promise((resolve, reject) => sent.on('response', resolve).on('error', reject))
  }

  /**
   * Resolves the host of a connection. All its addresses must be public, and the connection uses one of those checked
   * here.
   */
  function lookup(...[host, options, done]: Parameters<LookupFunction>): void {
    dns.lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) done(notFound(host, error), [])
      else if (!addresses.every(({ address }) => isPublicAddress(address, allowLoopback))) done(notPublic(host), [])
      else if (options.all) done(null, addresses)
      else done(null, addresses[0]!.address, addresses[0]!.family)
    })
  }

  function decode(answer: http.IncomingMessage): Readable {
    const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
    if (encoding === 'identity') return answer
    const create = DECODERS.get(encoding)
    if (!create) throw new FetchError(`is encoded in a way that is not known: ${encoding.slice(0, 20)}`)
    let packed = 0
    // Some compressed data produces no output, however long it is read.
    answer.on('data', (chunk: Uint8Array) => {
      packed += chunk.length
      if (packed > maxBytes) answer.destroy(tooLarge())
    })
    return pipeline(answer, create(), () => {})
  }

  /** Waits until the response is idle for too long, or the total time is used up. */
  async function within<T>(promise: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const start = performance.now()
    const left = Math.max(0, totalMs - waited)
    const late = new Promise<never>((_resolve, reject) => {
      const message = left < idleMs ? `took more than ${totalMs / 1000} s` : `sent nothing for ${idleMs / 1000} s`
      timer = setTimeout(() => reject(new FetchError(message, 'silent')), Math.min(idleMs, left))
    })
    // If the promise rejects after the timeout, the error is ignored.
    promise.catch(() => {})
    try {
      return await Promise.race([promise, late])
    } finally {
      waited += performance.now() - start
      clearTimeout(timer)
    }
  }

  function tooLarge(): FetchError {
    return new FetchError(`is larger than ${maxBytes / 1e6} MB`)
  }
}

function notPublic(hostname: string): FetchError {
  return new FetchError(`is not public: ${hostname}`, 'not public')
}

/** A DNS query also fails if this server cannot reach DNS. Only one error code means that the host does not exist. */
function notFound(host: string, { code }: NodeJS.ErrnoException): FetchError {
  const message = `cannot be read: ${host} cannot be found (no answer from DNS)`
  return new FetchError(message, code === 'ENOTFOUND' ? 'unknown host' : 'silent')
}

/**
 * Whether an IP address (IPv4, IPv6, or one within the other) is public: not of this machine, its networks, or
 * reserved.
 */
export function isPublicAddress(address: string, allowLoopback = false): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return allowLoopback
  // Nothing outside of 2000::/3 is allocated yet, and some of it maps to IPv4 addresses.
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(ipaddr.IPv6.parse('2000::'), 3)) return false
  return range === 'unicast'
}

function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new FetchError(base ? 'redirects to what is no http(s) address' : 'is no http(s) address')
  if (url.username || url.password) throw new FetchError('has a name or password in its address')
  return url
}

function asFetchError(error: unknown): Error {
  if (error instanceof FetchError) return error
  if (error instanceof NotSent) return error.cause as Error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_') || code.startsWith('ERR_BR') || code.startsWith('ERR__ERROR'))
    return new FetchError('does not match its Content-Encoding')
  const message = `cannot be read: ${code === 'ECONNRESET' ? 'the connection was cut' : code || String(error)}`
  return new FetchError(message, 'silent')
}
