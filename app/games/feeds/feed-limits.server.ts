import type { FetchLimits } from '../../server/http/fetch-public.server.ts'
import { config } from '../../server/process/config.server.ts'

/** Returns the limits for reading a feed that operators manage. `limits` adds or overrides limits. */
export function feedLimits(limits: FetchLimits = {}): FetchLimits {
  return { allowLoopback: config().localFeeds, ...limits }
}
