import { countOf } from '../../lib/text.ts'
import { addressGroup, CLIENT_ADDRESS_HEADER } from './client-address.server.ts'
import { requestState } from './request-state.server.ts'

/**
 * Requests per seconds and address (docs/safety.md#limits-on-requests). `visitor` and `player` cover all without a
 * separate limit.
 */
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

type Count = { count: number; endsAt: number }

/** A limit's recent addresses and the generation before: all old counts have ended by the next change of generation. */
type Counts = { young: Map<string, Count>; old: Map<string, Count>; turnsAt: number }

const counted = new Map<LimitName, Counts>()

/** Most addresses per generation of a limit: some 10 MB. With more, the oldest are forgotten. */
const MAX_YOUNG = 25_000

/**
 * Counts the request; throws a 429 Response with Retry-After once its address exceeds the limit. Counts in each node's
 * memory: these limits protect the processor, and n nodes have n times as much. Requests without an address are our own
 * (a cache refresh) and free. No library: they keep a timer per address and do not bound memory
 * (docs/decisions/005-memory-is-bounded.md).
 */
export async function limit(name: LimitName, request: Request): Promise<void> {
  const address = request.headers.get(CLIENT_ADDRESS_HEADER)
  const seconds = address ? countAgainst(name, address) : 0
  if (!seconds) return
  const state = requestState()
  if (state) state.retryAfter = seconds
  throw new Response(tooManyMessage(seconds), {
    status: 429,
    statusText: 'Too Many Requests',
    headers: { 'Retry-After': String(seconds), 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/** Counts one request of an address. Returns 0, or the seconds until it may try again. */
export function countAgainst(name: LimitName, address: string): number {
  const { points, duration } = LIMITS[name]
  const now = performance.now()
  const counts = countsOf(name, now, duration * 1000)
  const who = addressGroup(address)
  const known = counts.young.get(who) ?? counts.old.get(who)
  if (!known || known.endsAt <= now) {
    counts.young.set(who, { count: 1, endsAt: now + duration * 1000 })
    return 0
  }
  known.count++
  return known.count > points ? Math.max(1, Math.ceil((known.endsAt - now) / 1000)) : 0
}

/**
 * Two generations, not a timer per address: a timer would retain its request, with the page, as long as the limit
 * lasts.
 */
function countsOf(name: LimitName, now: number, durationMs: number): Counts {
  const known = counted.get(name)
  if (known && now < known.turnsAt && known.young.size < MAX_YOUNG) return known
  const counts = {
    young: new Map<string, Count>(),
    old: known?.young ?? new Map<string, Count>(),
    turnsAt: now + durationMs,
  }
  counted.set(name, counts)
  return counts
}

/** The text of a 429. `what` is the player's action: "You can post again in 4 minutes." */
export function tooManyMessage(seconds: number, what?: string): string {
  const wait = seconds < 90 ? countOf(seconds, 'second') : `${Math.ceil(seconds / 60)} minutes`
  return what ? `You can ${what} again in ${wait}.` : `Too many requests. You can try again in ${wait}.`
}
