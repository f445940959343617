import { countOf } from '../../lib/text.ts'
import { addressGroup, CLIENT_ADDRESS_HEADER } from './client-address.server.ts'
import { requestState } from './request-state.server.ts'

/**
 * Limits per client address: at most `points` requests in `duration` seconds (docs/safety.md#limits-on-requests).
 * `visitor` and `player` apply to requests that have no limit of their own.
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

/** The counts of a limit in two generations. Those in `old` have ended when the next generation starts at `turnsAt`. */
type Counts = { young: Map<string, Count>; old: Map<string, Count>; turnsAt: number }

const counted = new Map<LimitName, Counts>()

/** The maximum number of addresses per generation, about 10 MB. Beyond it, the older generation is dropped. */
const MAX_YOUNG = 25_000

/**
 * Counts the request; throws a 429 Response with Retry-After if its address exceeds the limit. Each node counts in its
 * own memory: these limits protect the processor, and n nodes have n times as many. Requests without an address are the
 * portal's own (cache refreshes) and are not counted. We use no library, since libraries create a timer per address and
 * do not limit their memory (docs/decisions/005-memory-is-bounded.md).
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
 * Uses two generations instead of a timer per address: until it fires, a timer would retain its request and the
 * rendered page.
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
  const wait = formatWait(seconds)
  return what ? `You can ${what} again in ${wait}.` : `Too many requests. You can try again in ${wait}.`
}

function formatWait(seconds: number): string {
  if (seconds < 90) return countOf(seconds, 'second')
  return seconds > 90 * 60 ? `${Math.ceil(seconds / 3600)} hours` : `${Math.ceil(seconds / 60)} minutes`
}
