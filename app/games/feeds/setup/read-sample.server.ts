import { LRUCache } from 'lru-cache'
import { StorageDownError } from '../../../server/files/storage-key.server.ts'
import { freeSlot } from '../../../server/http/fair-queue.server.ts'
import { limit } from '../../../server/http/rate-limit.server.ts'
import type { FeedProvider } from '../../import/feed-entry.ts'
import { FeedError } from '../../import/feed-error.server.ts'
import type { FlatEntry } from '../../import/formats/flat-entry.ts'
import { readFeed, sampleFeed } from '../../import/read-feed.server.ts'
import { withFeedFile } from '../feed-files.server.ts'
import { feedLimits } from '../feed-limits.server.ts'

/** The source of a feed: an address or an uploaded file. */
export type FeedSource = { address: string } | { fileKey: string; fileName: string }

/** Enough entries to guess the mapping and to find most hosts. */
const SAMPLE = 100
const LIMITS = { totalMs: 20_000, idleMs: 10_000 }
const LIFE_MS = 10 * 60_000

/** The size of all cached samples together. A sample of a typical feed has some hundred kilobytes. */
const MAX_BYTES = 32 << 20

/** While the operator edits the mapping, the feed is not read again. A sample that is too large is not cached. */
const samples = new LRUCache<string, unknown[]>({ max: 8, ttl: LIFE_MS, maxSize: MAX_BYTES, sizeCalculation: sizeOf })

/**
 * Returns the first entries of a feed as its provider reads them, or as FlatEntries without a provider. Throws a
 * FeedError with a sentence for the operator. Throws a 429 Response if the client of `request` has read too many feeds.
 */
export async function readSample(provider: FeedProvider, source: FeedSource, request: Request): Promise<unknown[]>
export async function readSample(provider: null, source: FeedSource, request: Request): Promise<FlatEntry[]>
export async function readSample(
  provider: FeedProvider | null,
  source: FeedSource,
  request: Request,
): Promise<unknown[]> {
  const name = 'address' in source ? source.address : source.fileKey
  // Providers without paths all read the same FlatEntries.
  const key = `${provider?.paths ? provider.name : ''} ${name}`
  const known = samples.get(key)
  if (known) return known
  // The upload of the file was counted already.
  if ('address' in source) await limit('uploads', request)
  freeSlot()
  const entries = await ('address' in source
    ? sampleAt(provider, source.address, 'This feed')
    : withFeedFile(source.fileKey, (file) => sampleAt(provider, file, 'This file')).catch((error: unknown) => {
        if (error instanceof StorageDownError)
          throw new FeedError('This file cannot be read right now. Please try again later')
        throw error instanceof FeedError && !error.message.startsWith('This')
          ? new FeedError(`This file ${error.message}`)
          : error
      }))
  if (!entries.length) throw new FeedError(`${'address' in source ? 'This feed' : 'This file'} has no entries`)
  samples.set(key, entries)
  return entries
}

/** @param subject starts the error message instead of the source */
async function sampleAt(provider: FeedProvider | null, source: string, subject: string): Promise<unknown[]> {
  const limits = feedLimits(LIMITS)
  try {
    if (!provider) return (await sampleFeed(source, limits, SAMPLE)).entries
    const entries: unknown[] = []
    for await (const batch of readFeed(provider, source, limits, subject)) {
      entries.push(...batch)
      if (entries.length >= SAMPLE) break
    }
    return entries.slice(0, SAMPLE)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    throw new FeedError(error.message.replace(source, subject))
  }
}

/** Returns an estimate of the memory that a value occupies, in bytes. */
export function sizeOf(value: unknown): number {
  let bytes = 0
  const left: unknown[] = [value]
  while (left.length) {
    const one = left.pop()
    bytes += typeof one === 'string' ? 2 * one.length + PART_BYTES : PART_BYTES
    if (one instanceof Map) for (const [key, item] of one) left.push(key, item)
    else if (Array.isArray(one)) for (const item of one) left.push(item)
    else if (one !== null && typeof one === 'object')
      for (const [key, item] of Object.entries(one)) left.push(key, item)
  }
  return bytes
}

/** The overhead of a string, a number or a list. */
const PART_BYTES = 16
