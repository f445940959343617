import { LRUCache } from 'lru-cache'
import { FetchError, publicFetcher } from '../../server/http/fetch-public.server.ts'

/** Whether a provider's URL responds. It is `unknown` if, for example, this server has no internet connection. */
export type Reach = 'up' | 'gone' | 'unknown'

const probes = new LRUCache<string, Promise<Reach>>({ max: 5000, ttl: 10 * 60_000 })

/** Requests a game's URL, at most once in ten minutes, and waits up to 5 s for a response. */
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
