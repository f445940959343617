import { createReadStream } from 'node:fs'
import { FetchError, type FetchLimits, publicFetcher } from '../../server/http/fetch-public.server.ts'
import type { FeedProvider } from './feed-entry.ts'
import { EmptyFeedError, FeedError } from './feed-error.server.ts'
import { decodeFeed } from './formats/feed-text.server.ts'
import type { FlatEntry } from './formats/flat-entry.ts'
import { openEntries } from './formats/read-entries.server.ts'
import type { FeedFormat } from './formats/sniff-feed.server.ts'
import { entryReader } from './json-stream.server.ts'

const FILE_ERRORS = new Map(
  Object.entries({
    ENOENT: 'is not there: no such file',
    EISDIR: 'is a folder, not a file',
    EACCES: 'may not be read',
  }),
)

/**
 * Reads a feed from a file or a public HTTP(S) address, page after page if the provider has pages. Yields its entries
 * in order, in batches: JSON values for a provider with `paths`, otherwise one FlatEntry each, for any format. Throws a
 * FeedError whose message starts with `name`, by default the source.
 */
export async function* readFeed(
  provider: FeedProvider,
  source: string,
  limits: FetchLimits,
  name = source,
): AsyncGenerator<unknown[]> {
  try {
    if (isAddress(source)) yield* readPages(provider, source, limits)
    else yield* readValues(provider, fileChunks(source, limits))
  } catch (error) {
    throw asFeedError(error, name)
  }
}

/** Returns the format of a feed and its first entries, from its first page. Throws as `readFeed` does. */
export async function sampleFeed(
  source: string,
  limits: FetchLimits,
  count = 10,
): Promise<{ format: FeedFormat; entries: FlatEntry[] }> {
  try {
    const chunks = isAddress(source) ? publicFetcher(limits)(source) : fileChunks(source, limits)
    const { format, entries } = await openEntries(chunks)
    const samples: FlatEntry[] = []
    for await (const batch of entries) {
      samples.push(...batch)
      if (samples.length >= count) break
    }
    return { format, entries: samples.slice(0, count) }
  } catch (error) {
    throw asFeedError(error, source)
  }
}

/** Whether a feed is read from the web. Otherwise its source is a file. */
export const isAddress = (source: string) => /^https?:\/\//i.test(source)

/** Small, so that requests are served between two chunks of a file. */
const PIECE_BYTES = 8 * 1024

/** A file is limited only if the caller says so. */
async function* fileChunks(source: string, { maxBytes = Infinity }: FetchLimits): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of createReadStream(source, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new FeedError(`is larger than ${maxBytes / 1e6} MB`)
    yield chunk
  }
}

/** Splits chunks, because an HTTP response may have large ones. */
async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES)
}

async function* readPages(provider: FeedProvider, source: string, limits: FetchLimits): AsyncGenerator<unknown[]> {
  const fetchPublic = publicFetcher(limits)
  let page = URL.parse(source)
  if (!page) throw new FeedError('is no http(s) address')
  const seen = new Set<string>()
  for (let pages = 1; page; pages++) {
    let entries = 0
    // Buffers the entries of a page until one is new, since a page without new entries is not imported.
    let buffered: unknown[] | null = []
    for await (const values of readValues(provider, fetchPublic(page.href), pages > 1)) {
      entries += values.length
      const before = seen.size
      for (const value of values) seen.add(nameOf(provider, value))
      if (seen.size > before) {
        yield buffered ? [...buffered, ...values] : values
        buffered = null
      } else if (buffered) buffered.push(...values)
      else yield values
    }
    // Stop here, since some providers repeat an earlier page after the last one. A page with only foreign entries also
    // ends the feed, unless it is the first with foreign entries.
    if (buffered) return
    page = provider.nextPage?.(page, entries) ?? null
  }
}

/** Returns a name that identifies an entry. All values that are not entries of the provider share the empty name. */
function nameOf(provider: FeedProvider, value: unknown): string {
  const entry = provider.readEntry(value)
  return entry ? entry.key || `${entry.title} ${entry.address}` : ''
}

/** @param mayBeEmpty whether an empty text means no entries, as beyond the last page */
async function* readValues(
  provider: FeedProvider,
  chunks: AsyncIterable<Uint8Array>,
  mayBeEmpty = false,
): AsyncGenerator<unknown[]> {
  if (!provider.paths) {
    yield* readAnyFormat(chunks, mayBeEmpty)
    return
  }
  const read = entryReader(provider.paths)
  let isEmpty = true
  for await (const text of decodeFeed(inPieces(chunks))) {
    isEmpty &&= !text.trim()
    const values = await read(text)
    if (values.length) yield values
  }
  if (isEmpty && mayBeEmpty) return
  const values = await read(null)
  if (values.length) yield values
}

async function* readAnyFormat(chunks: AsyncIterable<Uint8Array>, mayBeEmpty: boolean): AsyncGenerator<unknown[]> {
  try {
    yield* (await openEntries(chunks)).entries
  } catch (error) {
    if (!(error instanceof EmptyFeedError && mayBeEmpty)) throw error
  }
}

function asFeedError(error: unknown, source: string): unknown {
  if (error instanceof FeedError || error instanceof FetchError) return new FeedError(`${source} ${error.message}`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const fault = FILE_ERRORS.get(code)
  return fault ? new FeedError(`${source} ${fault}`) : error
}
