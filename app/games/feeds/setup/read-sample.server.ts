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

/** Where a feed is: an address, or an uploaded file. */
export type FeedSource = { address: string } | { fileKey: string; fileName: string }

/** Enough to guess the fields and to find most hosts. */
const SAMPLE = 100
const LIMITS = { totalMs: 20_000, idleMs: 10_000 }
const LIFE_MS = 10 * 60_000

/** All samples together. A sample of a usual feed has some hundred kilobytes. */
const MAX_BYTES = 32 << 20

/** While the operator chooses fields, the feed is not read again. A sample that is too large is not stored. */
const samples = new LRUCache<string, unknown[]>({ max: 8, ttl: LIFE_MS, maxSize: MAX_BYTES, sizeCalculation: sizeOf })

/**
 * Returns the first entries of a feed as its provider reads them; without a provider, as FlatEntries. Throws a
 * FeedError whose message is a sentence for the operator, and a 429 Response if the address of `request` reads too
 * many.
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
  // The upload of a file has been counted.
  if ('address' in source) await limit('uploads', request)
  freeSlot()
  const entries = await ('address' in source
    ? sampleAt(provider, source.address, 'This feed')
    : withFeedFile(source.fileKey, (file) => sampleAt(provider, file, 'This file')).catch((error: unknown) => {
        if (error instanceof StorageDownError)
          throw new FeedError('This file cannot be read just now. Please try again later')
        throw error instanceof FeedError && !error.message.startsWith('This')
          ? new FeedError(`This file ${error.message}`)
          : error
      }))
  if (!entries.length) throw new FeedError(`${'address' in source ? 'This feed' : 'This file'} has no entries`)
  samples.set(key, entries)
  return entries
}

/** @param subject begins the sentence of an error, in place of the source */
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

/** Returns about how many bytes of memory a value takes. */
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

/** What a string, a number or a list takes besides its characters. */
const PART_BYTES = 16
