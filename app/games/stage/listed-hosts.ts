import type { GameFrame } from './game-frame.ts'

/** The hosts that this document's policy lists. Client navigations do not change a policy. */
const listed = typeof document === 'undefined' ? [] : (document.documentElement.dataset.gameHosts ?? '').split(' ')

/** Whether this document's policy allows a game's frame. */
export function mayFrame(frame: Pick<GameFrame, 'src' | 'isSelfHosted'> | null): boolean {
  return !frame || frame.isSelfHosted || isListed(frame.src)
}

function isListed(src: string): boolean {
  const url = new URL(src)
  // A policy names other schemes than HTTPS.
  return listed.includes(url.protocol === 'https:' ? url.host : url.origin)
}

/**
 * Whether this document's policy does not allow the frame of a provider's game, and loading the page as a document may
 * change that. A tab that opened before the host was approved therefore reloads once: the page that was just reloaded
 * has the current policy, so it never reloads again by itself (docs/product.md#hosts-of-games).
 */
export function mustReload(src: string): boolean {
  if (isListed(src)) return false
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return loaded?.type !== 'reload' || withoutHash(loaded.name) !== withoutHash(location.href)
}

function withoutHash(address: string): string {
  return address.replace(/#.*/, '')
}
