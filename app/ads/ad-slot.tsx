import { useSite } from '../site/use-site.ts'
import type { AdPlace } from '../site/ad-places.ts'

/**
 * Where an ad may stand: nothing at all unless the operator set ADS_CLIENT. It has its size from the start, so that nothing
 * moves, and shows a line of our own until an ad is there, or for good where none may be. What is in it is `runAds`’s.
 */
export function AdSlot({ place }: { place: AdPlace }) {
  if (!useSite().ads) return null
  // React leaves alone what is in it: first a line of ours, then the network's.
  return (
    <aside className={`ad ad-${place}`} data-ad={place} aria-label="Advertisement" dangerouslySetInnerHTML={HOUSE} />
  )
}

const HOUSE = { __html: '<a href="/originals">Games of our own, made for this hall</a>' }
