import { createReadStream } from 'node:fs'
import { FetchError, type FetchLimits, publicFetcher } from '../../server/http/fetch-public.server.ts'
import type { FeedProvider } from './feed-entry.ts'
import { FeedError } from './feed-error.server.ts'
import { entryReader } from './json-stream.server.ts'

const FILE_ERRORS = new Map(
  Object.entries({
    ENOENT: 'is not there: no such file',
    EISDIR: 'is a folder, not a file',
    EACCES: 'may not be read',
  }),
)

/**
 * Reads a feed from a file or a public http(s) address, page after page if the provider has pages. Yields its values in
 * order, in batches. Throws a FeedError whose message starts with the source.
 */
export async function* readFeed(
  provider: FeedProvider,
  source: string,
  limits: FetchLimits,
): AsyncGenerator<unknown[]> {
  try {
    if (/^https?:\/\//i.test(source)) yield* readPages(provider, source, limits)
    else yield* readValues(provider, createReadStream(source))
  } catch (error) {
    throw asFeedError(error, source)
  }
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
  const read = entryReader(provider.paths)
  const decoder = new TextDecoder()
  let isEmpty = true
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    isEmpty &&= !text.trim()
    const values = await read(text)
    if (values.length) yield values
  }
  if (isEmpty && mayBeEmpty) return
  const values = [...(await read(decoder.decode())), ...(await read(null))]
  if (values.length) yield values
}

function asFeedError(error: unknown, source: string): unknown {
  if (error instanceof FeedError || error instanceof FetchError) return new FeedError(`${source} ${error.message}`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const fault = FILE_ERRORS.get(code)
  return fault ? new FeedError(`${source} ${fault}`) : error
}
