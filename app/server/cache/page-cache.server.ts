import { decode, encode, type Encoding } from '../http/encoding.server.ts'
import { createEntry, type Entry, type Page } from './page-cache-entry.server.ts'
import { readSharingPolicy } from './page-cache-policy.server.ts'
import { makeVariant, type Variant } from './variant.server.ts'

type Outcome = { page: Page; entry: Entry | null; shareable: boolean }
type Flight = { outcome: Promise<Outcome>; purged: Set<string>; purgedAll: boolean }

export type PageCache = ReturnType<typeof createPageCache>

export type PageCacheOptions = {
  /**
   * Renders the page of a key (`pageKey`). `asked` is the request that waits for it, or undefined for a background
   * refresh.
   */
  render: (key: string, asked?: Request) => Promise<Page>
  maxBytes?: number
  maxEntries?: number
  maxPageBytes?: number
}

/** How long an oversized page is served, so that a crowd of requests costs one render. */
const OVERSIZED_MS = 5000
const RETRY_MS = 2000
const TOUCH_MS = 1000

/**
 * The shared pages of this process. A fresh page is served. A stale page is served and refreshed once in the
 * background. A missing page is rendered once for all requests that wait for it. An expired page remains for use during
 * a database outage. At `maxBytes` (all variants) or `maxEntries`, the least recently used pages are evicted.
 */
export function createPageCache(options: PageCacheOptions) {
  const { render, maxBytes = 32 << 20, maxEntries = 20_000, maxPageBytes = 2 << 20 } = options
  const entries = new Map<string, Entry>()
  const flights = new Map<string, Flight>()
  const running = new Set<Flight>()
  let bytes = 0

  /** Returns the page if it can be served at once. Starts the refresh of a stale page. */
  function peek(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    const now = performance.now()
    if (now >= entry.freshUntil && now >= entry.retryAt) {
      if (now >= entry.staleUntil) return undefined
      if (!flights.has(key)) void launch(key).outcome.catch(() => {})
    }
    if (now - entry.touchedAt > TOUCH_MS) {
      entry.touchedAt = now
      entries.delete(key)
      entries.set(key, entry)
    }
    return entry
  }

  /**
   * Returns the shared page, or, if the page may not be shared, a response for this request only. Throws what `render`
   * throws.
   */
  async function read(key: string, asked?: Request): Promise<Entry | Page> {
    const served = peek(key)
    if (served) return served
    const flight = flights.get(key)
    const outcome = await (flight ?? launch(key, asked)).outcome
    if (outcome.entry) return outcome.entry
    // The queue refused the request that was rendering for all, so try again with one of the requests that waited with
    // it.
    if (flight && outcome.page.isRefused) return read(key, asked)
    return !flight || outcome.shareable ? outcome.page : render(key, asked)
  }

  function launch(key: string, asked?: Request): Flight {
    const flight = { purged: new Set<string>(), purgedAll: false } as Flight
    flights.set(key, flight)
    running.add(flight)
    flight.outcome = (async () => {
      try {
        return await settle(key, flight, await render(key, asked))
      } catch (error) {
        postpone(entries.get(key), false)
        throw error
      } finally {
        running.delete(flight)
        if (flights.get(key) === flight) flights.delete(key)
      }
    })()
    return flight
  }

  async function settle(key: string, flight: Flight, page: Page): Promise<Outcome> {
    const old = entries.get(key)
    if (page.isRefused) {
      postpone(old, true)
      return { page, entry: old ?? null, shareable: false }
    }
    if (page.status >= 500) {
      postpone(old, page.databaseIsDown ?? false)
      return { page, entry: (page.databaseIsDown && old) || null, shareable: !page.headers.has('set-cookie') }
    }
    const policy = readSharingPolicy(page.status, page.headers)
    if (!policy) {
      if (old && entries.get(key) === old) remove(old)
      return { page, entry: null, shareable: false }
    }
    const pageBytes = page.body.length
    const entry = createEntry(key, page, policy)
    // Create the encodings that were requested before, so that the refreshed page has them when it replaces the old
    // one.
    if (old)
      await Promise.all((Object.keys(old.variants) as Encoding[]).map(async (encoding) => variantOf(entry, encoding)))
    // A render that began before a purge shows old data, so send it without storing it.
    const outdated = flight.purgedAll || policy.tags.some((tag) => flight.purged.has(tag))
    if (!outdated && pageBytes <= maxBytes / 4) store(pageBytes <= maxPageBytes ? entry : expiringSoon(entry))
    return { page, entry, shareable: true }
  }

  /** Keeps serving the old page a little longer; an expired one only if the database is down or the queue is full. */
  function postpone(old: Entry | undefined, databaseIsDown: boolean): void {
    const now = performance.now()
    if (old && (databaseIsDown || now < old.staleUntil)) old.retryAt = now + RETRY_MS
  }

  /** Returns one encoding of the page, which is created on first use. */
  function variantOf(entry: Entry, encoding: Encoding): Variant | Promise<Variant> {
    const wanted = entry.isCompressible ? encoding : 'identity'
    return (
      entry.variants[wanted] ??
      (entry.making[wanted] ??= makeEncoding(entry, wanted).finally(() => delete entry.making[wanted]))
    )
  }

  async function makeEncoding(entry: Entry, encoding: Encoding): Promise<Variant> {
    const plain = entry.body ?? (await plainBodyOf(entry))
    const body = encoding === 'identity' ? plain : exactCopy(await encode(plain, encoding))
    const etag = `"${entry.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
    const variant = makeVariant(entry.status, entry.common, etag, encoding, body)
    entry.variants[encoding] = variant
    // Browsers accept encodings. For other clients, the page is decompressed each time.
    const freed = entry.body?.length ?? 0
    entry.body = null
    entry.bytes += body.length - freed
    if (entries.get(entry.key) === entry) {
      bytes += body.length - freed
      evict()
    }
    return variant
  }

  function store(entry: Entry): void {
    const old = entries.get(entry.key)
    if (old) remove(old)
    entries.set(entry.key, entry)
    bytes += entry.bytes
    evict()
  }

  function remove(entry: Entry): void {
    if (entries.delete(entry.key)) bytes -= entry.bytes
  }

  function evict(): void {
    for (const entry of entries.values()) {
      if (bytes <= maxBytes && entries.size <= maxEntries) return
      remove(entry)
    }
  }

  /** Drops every page with one of the tags. Pages with such a tag that are being rendered are not stored. */
  function purge(tags: string[]): void {
    const gone = new Set(tags)
    for (const entry of entries.values()) if (entry.policy.tags.some((tag) => gone.has(tag))) remove(entry)
    for (const flight of running) for (const tag of tags) flight.purged.add(tag)
    // Later requests must not join a render that began before the purge.
    flights.clear()
  }

  /**
   * Call it when purges may have been missed: all pages must be rendered again, and old ones are served only while the
   * database is down.
   */
  function expireAll(): void {
    for (const entry of entries.values()) entry.freshUntil = entry.staleUntil = entry.retryAt = 0
    for (const flight of running) flight.purgedAll = true
    flights.clear()
  }

  return { peek, read, variantOf, purge, expireAll, size: () => ({ entries: entries.size, bytes }) }
}

/** Makes an entry of an oversized page fresh for seconds, and never stale. */
function expiringSoon(entry: Entry): Entry {
  entry.freshUntil = entry.staleUntil = Math.min(entry.freshUntil, performance.now() + OVERSIZED_MS)
  return entry
}

/** Copies to separate memory: a slice would retain the rest of zlib's buffer. */
function exactCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Decompresses the stored variant of an entry. */
async function plainBodyOf({ variants }: Entry): Promise<Buffer> {
  const [encoding, variant] = Object.entries(variants)[0] as [Encoding, Variant & { body: Buffer }]
  return decode(variant.body, encoding)
}
