import { createHash } from 'node:crypto'
import { isCompressible, type Encoding } from '../http/encoding.server.ts'
import { outgoingCacheControl, type SharingPolicy } from './page-cache-policy.server.ts'
import type { Variant } from './variant.server.ts'

/**
 * A complete response. `databaseIsDown` marks a 503 that replaces the page. `isRefused` marks the response of a full
 * queue, which does not depend on the page.
 */
export type Page = {
  status: number
  headers: Headers
  body: Buffer
  databaseIsDown?: boolean
  isRefused?: boolean
}

/** A shared page in the cache. The page cache's `variantOf` returns what is sent. */
export type Entry = {
  key: string
  status: number
  /** The rendered page. Null once an encoded variant is stored, which takes a tenth of the memory. */
  body: Buffer | null
  policy: SharingPolicy
  /** Times of the process's monotonic clock, so that ages remain correct if the system clock is set back. */
  freshUntil: number
  staleUntil: number
  /** The page is not rendered again before this time, since the last attempt failed. */
  retryAt: number
  touchedAt: number
  bytes: number
  isCompressible: boolean
  common: string[]
  hash: string
  variants: Partial<Record<Encoding, Variant>>
  making: Partial<Record<Encoding, Promise<Variant>>>
}

// An entry's overhead besides its bodies: key, headers, objects.
const ENTRY_BYTES = 4096

/** Whether the page cache's `read` returned a shared page. */
export function isEntry(answer: Entry | Page): answer is Entry {
  return 'variants' in answer
}

/** Returns the cache entry of a rendered page, fresh from now on and without encodings. */
export function createEntry(key: string, page: Page, policy: SharingPolicy): Entry {
  const now = performance.now()
  const common = [...page.headers]
    .filter(([name]) => !REPLACED.has(name))
    .flat()
    .concat(outgoingCacheControl(policy, key))
  // Includes the headers, since a page with a changed Content-Security-Policy must not be confirmed by a 304.
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

/** Headers that each response sets individually. */
const REPLACED = new Set([
  'cache-control',
  'cdn-cache-control',
  'vary',
  'etag',
  'content-length',
  'content-encoding',
  'date',
])
