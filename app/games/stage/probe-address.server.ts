import { LRUCache } from 'lru-cache'
import { FetchError, publicFetcher } from '../../server/http/fetch-public.server.ts'

/** Whether a provider's address responds; `unknown` also if this server has no outside connection at all. */
export type Reach = 'up' | 'gone' | 'unknown'

const probes = new LRUCache<string, Promise<Reach>>({ max: 5000, ttl: 10 * 60_000 })

/** Probes an address of the catalogue, at most once in ten minutes; waits 5 s for a response. */
export function probeAddress(url: string): Promise<Reach> {
  const known = probes.get(url)
  if (known) return known
  const reach = ask(url)
  probes.set(url, reach)
  return reach
}

async function ask(url: string): Promise<Reach> {
  try {
    const pieces = publicFetcher({ totalMs: 5000, idleMs: 5000, maxBytes: 5e6 })(url)
    await pieces.next()
    await pieces.return(undefined)
    return 'up'
  } catch (error) {
    return error instanceof FetchError && /^answered (404|410)/.test(error.message) ? 'gone' : 'unknown'
  }
}
