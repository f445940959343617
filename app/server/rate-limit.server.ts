import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { remember } from '../lib/remember.ts'
import { addressGroup, CLIENT_ADDRESS_HEADER } from './client-address.server.ts'
import { requestState } from './http-state.server.ts'

/** Requests per seconds and address (security.md, Limits). `visitor` and `player` stand for all that has no limit of its own. */
export const LIMITS = {
  search: { points: 60, duration: 60 },
  views: { points: 60, duration: 60 },
  uploads: { points: 10, duration: 300 },
  uploadsOfDay: { points: 30, duration: 86_400 },
  files: { points: 3000, duration: 300 },
  missingFiles: { points: 60, duration: 60 },
  reactions: { points: 60, duration: 60 },
  kept: { points: 20, duration: 60 },
  visitor: { points: 300, duration: 300 },
  player: { points: 1500, duration: 300 },
} as const

export type LimitName = keyof typeof LIMITS

const limiters = remember('limiters', () => new Map<LimitName, RateLimiterMemory>())

/**
 * Counts the request; throws a 429 Response with Retry-After once its address has used up the limit. Counted in the memory
 * of each node: these limits spare the processor, and n nodes have n times as much of it. A request without
 * an address is our own (a refresh of the cache) and free; should counting fail, the request goes on.
 */
export async function limit(name: LimitName, request: Request): Promise<void> {
  const address = request.headers.get(CLIENT_ADDRESS_HEADER)
  const seconds = address ? await countAgainst(name, address) : 0
  if (!seconds) return
  const state = requestState()
  if (state) state.retryAfter = seconds
  throw new Response(tooManyMessage(seconds), {
    status: 429,
    statusText: 'Too Many Requests',
    headers: { 'Retry-After': String(seconds), 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/** Counts one request of an address; gives 0, or the seconds until it may try again. */
export async function countAgainst(name: LimitName, address: string): Promise<number> {
  let limiter = limiters.get(name)
  if (!limiter) limiters.set(name, (limiter = new RateLimiterMemory({ keyPrefix: name, ...LIMITS[name] })))
  try {
    await limiter.consume(addressGroup(address))
    return 0
  } catch (refused) {
    return refused instanceof RateLimiterRes ? Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) : 0
  }
}

/** The sentence of a 429. */
export function tooManyMessage(seconds: number): string {
  const wait = seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
  return `That was a lot of requests at once. Please try again in ${wait}.`
}
