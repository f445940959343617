import type { LoadRequest } from './load-client.ts'
import type { Portal } from './portals.ts'
import { median, nextAddress, percentile, sendLoad } from './send-load.ts'

/** Latencies of one kind of rendered page on the small and the large catalogue, in ms. */
export type Rendered = { name: string; small: number; large: number; largeP99: number; ratio: number }

const WARM_UP = 300

/** V8 needs about a thousand renders of a page to compile its code, as on a server under load. */
export const WARM_UP_OF_COUNTED = 1500

/** Makes every address unique, so that each page is rendered: the cache keys include the query. */
let page = 0
const fresh = (path: string) => `${path}${path.includes('?') ? '&' : '?'}bench=${++page}`

/** Measures the same pages of both catalogues alternately, on one connection each. */
export async function measureRendered(
  name: string,
  small: Portal,
  large: Portal,
  paths: [string, string][],
): Promise<Rendered> {
  const requests = paths.flatMap(([ofSmall, ofLarge], at) => {
    const pair = [requestOf(small, ofSmall), requestOf(large, ofLarge)]
    // The second request finds the processor's caches colder, so they swap.
    return at % 2 ? pair.toReversed() : pair
  })
  const { ms } = await sendLoad({ connections: 1, requests })
  const of = (portal: Portal) => ms.filter((_, at) => requests[at]?.port === portal.port)
  const [ofSmall, ofLarge] = [of(small), of(large)]
  const [a, b] = [median(ofSmall), median(ofLarge)]
  return { name, small: a, large: b, largeP99: percentile(ofLarge, 0.99), ratio: b / a }
}

export async function warmUp(portal: Portal, paths: string[]): Promise<void> {
  const requests = Array.from({ length: WARM_UP }, (_, at) => requestOf(portal, paths[at % paths.length]!))
  await sendLoad({ connections: 1, requests })
}

/** A request that no cache can serve. */
export function requestOf(portal: Portal, path: string): LoadRequest {
  return { port: portal.port, path: fresh(path), address: nextAddress(), encoding: 'identity' }
}
