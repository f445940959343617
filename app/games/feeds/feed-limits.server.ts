import type { FetchLimits } from '../../server/http/fetch-public.server.ts'
import { config } from '../../server/process/config.server.ts'

/** For all pages that a run of a feed reads together. Real feeds have up to 40 MB. */
export const RUN_LIMITS: FetchLimits = { maxBytes: 250e6, totalMs: 20 * 60_000, idleMs: 30_000 }

/** Returns the limits for reading a feed that operators manage. `limits` adds or overrides limits. */
export function feedLimits(limits: FetchLimits = {}): FetchLimits {
  return { allowLoopback: config().localFeeds, ...limits }
}
