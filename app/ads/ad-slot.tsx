import { useSite } from '../site/use-site.ts'
import type { AdSlotName } from '../site/ad-places.ts'

/**
 * Renders a slot for an ad, or nothing unless the operator set ADS_CLIENT. Its size is fixed, so that the layout does
 * not shift. It contains a line of ours until `runAds` fills it, and permanently if no ad is allowed.
 */
export function AdSlot({ slot }: { slot: AdSlotName }) {
  if (!useSite().ads) return null
  // React does not change this content, which is initially a line of ours and later the network's ad.
  return <aside className={`ad ad-${slot}`} data-ad={slot} aria-label="Advertisement" dangerouslySetInnerHTML={HOUSE} />
}

const HOUSE = { __html: '<a href="/originals">Original games, made for this site</a>' }
