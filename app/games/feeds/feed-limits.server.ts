import type { FetchLimits } from '../../server/http/fetch-public.server.ts'
import { config } from '../../server/process/config.server.ts'

/** Limits of reading a feed that operators have set up, with more or other limits in `limits`. */
export function feedLimits(limits: FetchLimits = {}): FetchLimits {
  return { allowLoopback: config().localFeeds, ...limits }
}
