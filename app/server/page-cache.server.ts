import { createHash } from 'node:crypto'
import { decode, encode, isCompressible, type Encoding } from './http-encoding.server.ts'
import { makeVariant, type Variant } from './http-variant.server.ts'
import { outgoingCacheControl, readSharingPolicy, type SharingPolicy } from './page-cache-policy.server.ts'

/**
 * A finished answer. `databaseIsDown` marks the 503 that stands in for a page, `isRefused` the answer
 * when the queue is full, which says nothing about the page.
 */
export type Page = {
  status: number
  headers: Headers
  body: Buffer
  databaseIsDown?: boolean
  isRefused?: boolean
}

/** A shared page as it is kept; `variantOf` gives what is sent. */
export type Entry = {
  key: string
  status: number
  /** The page as it was rendered; null once it is kept in an encoding, which is a tenth of it. */
  body: Buffer | null
  policy: SharingPolicy
  /** This and what follows by the process's own clock, which nobody sets: ages stay true when the system's jumps back. */
  freshUntil: number
  staleUntil: number
  /** Until then no new render is tried, since the last one failed. */
  retryAt: number
  touchedAt: number
  bytes: number
  isCompressible: boolean
  common: string[]
  hash: string
  variants: Partial<Record<Encoding, Variant>>
  making: Partial<Record<Encoding, Promise<Variant>>>
}

type Outcome = { page: Page; entry: Entry | null; shareable: boolean }
type Flight = { outcome: Promise<Outcome>; purged: Set<string>; purgedAll: boolean }

export type PageCache = ReturnType<typeof createPageCache>

export type PageCacheOptions = {
  /** Renders the page of a key (`pageKey`); `asked` is the request that waits for it, absent for a refresh in the background. */
  render: (key: string, asked?: Request) => Promise<Page>
  maxBytes?: number
  maxEntries?: number
  maxPageBytes?: number
}

/** An oversized page is served for this long, so that a crowd that requests it costs one render. */
const OVERSIZED_MS = 5000
const RETRY_MS = 2000
const TOUCH_MS = 1000
// What an entry costs beside its bodies: key, headers, objects.
const ENTRY_BYTES = 4096

/**
 * The shared pages of this process. Fresh ones are served; stale ones are served and refreshed once in the background;
 * missing ones are rendered once however many ask. An expired page is kept for the time that the database is gone. The
 * least recently used pages go first when `maxBytes` (all variants) or `maxEntries` is reached.
 */
export function createPageCache(options: PageCacheOptions) {
  const { render, maxBytes = 32 << 20, maxEntries = 20_000, maxPageBytes = 2 << 20 } = options
  const entries = new Map<string, Entry>()
  const flights = new Map<string, Flight>()
  const running = new Set<Flight>()
  let bytes = 0

  /** The page if it can be served now, else undefined. Starts the refresh of a stale one. */
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

  /** The shared page, or the answer made for this request alone where it may not be shared. Throws what `render` throws. */
  async function read(key: string, asked?: Request): Promise<Entry | Page> {
    const served = peek(key)
    if (served) return served
    const flight = flights.get(key)
    const outcome = await (flight ?? launch(key, asked)).outcome
    if (outcome.entry) return outcome.entry
    // The queue refused the first request: one of those that waited with it is first now.
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
    // A refreshed page has the encodings that were asked for before it takes its place.
    if (old)
      await Promise.all((Object.keys(old.variants) as Encoding[]).map(async (encoding) => variantOf(entry, encoding)))
    // What was rendered before a purge shows what was purged: it is answered, not kept.
    const outdated = flight.purgedAll || policy.tags.some((tag) => flight.purged.has(tag))
    if (!outdated && pageBytes <= maxBytes / 4) store(pageBytes <= maxPageBytes ? entry : expiringSoon(entry))
    return { page, entry, shareable: true }
  }

  /** Serves what is there a moment longer; an expired page only while the database is gone. */
  function postpone(old: Entry | undefined, databaseIsDown: boolean): void {
    const now = performance.now()
    if (old && (databaseIsDown || now < old.staleUntil)) old.retryAt = now + RETRY_MS
  }

  /** One encoding of the page, made when it is first asked for. */
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
    // Browsers accept encodings; who does not gets the page unpacked again.
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

  /** Drops every page that has one of the tags; renders that run already are not kept if they have one. */
  function purge(tags: string[]): void {
    const gone = new Set(tags)
    for (const entry of entries.values()) if (entry.policy.tags.some((tag) => gone.has(tag))) remove(entry)
    for (const flight of running) for (const tag of tags) flight.purged.add(tag)
    // Who asks from now on must not join a render that began before.
    flights.clear()
  }

  /** After purges may have been missed: no page is served without a new render, but for the time that the database is gone. */
  function expireAll(): void {
    for (const entry of entries.values()) entry.freshUntil = entry.staleUntil = entry.retryAt = 0
    for (const flight of running) flight.purgedAll = true
    flights.clear()
  }

  return { peek, read, variantOf, purge, expireAll, size: () => ({ entries: entries.size, bytes }) }
}

/** Whether `read` gave a shared page. */
export function isEntry(answer: Entry | Page): answer is Entry {
  return 'variants' in answer
}

function createEntry(key: string, page: Page, policy: SharingPolicy): Entry {
  const now = performance.now()
  const common = [...page.headers]
    .filter(([name]) => !REPLACED.has(name))
    .flat()
    .concat(outgoingCacheControl(policy, key))
  // The headers count too: a page whose Content-Security-Policy changed must not be confirmed by a 304.
  const hash = createHash('sha256').update(common.join('\n')).update(page.body).digest('base64url').slice(0, 22)
  return {
    key,
    status: page.status,
    body: page.body,
    policy,
    isCompressible: isCompressible(page.headers.get('content-type'), page.body.length),
    common,
    hash,
    variants: {},
    making: {},
    freshUntil: now + policy.freshMs,
    staleUntil: now + policy.freshMs + policy.staleMs,
    retryAt: 0,
    touchedAt: now,
    bytes: ENTRY_BYTES + key.length + page.body.length,
  }
}

/** The entry of an oversized page: fresh for seconds, and never served stale. */
function expiringSoon(entry: Entry): Entry {
  entry.freshUntil = entry.staleUntil = Math.min(entry.freshUntil, performance.now() + OVERSIZED_MS)
  return entry
}

/** Without the rest of zlib's buffer, and in memory of its own: a slice holds all that it was cut from. */
function exactCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Unpacks what an entry is kept in. */
async function plainBodyOf({ variants }: Entry): Promise<Buffer> {
  const [encoding, variant] = Object.entries(variants)[0] as [Encoding, Variant & { body: Buffer }]
  return decode(variant.body, encoding)
}

const REPLACED = new Set([
  'cache-control',
  'cdn-cache-control',
  'vary',
  'etag',
  'content-length',
  'content-encoding',
  'date',
])
