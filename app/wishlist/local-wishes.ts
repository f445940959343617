import { browserList, isKept } from '../ui/browser-list.ts'
import { MAX_LOCAL_WISHES } from './wishlist-rules.ts'

type KeptWish = {
  id: number
  at: number
  /** For a game that is not public any more, whose title the portal does not tell; releases before did not store it. */
  title?: string
  /** The account's wishlist had no room for it, and the player has been notified. */
  isLeft?: boolean
}

/** A visitor's wishes, stored in this browser until somebody signs in. */
export const localWishes = browserList<KeptWish>({ key: 'playhall:wishes', max: MAX_LOCAL_WISHES, isItem: isKeptWish })

function isKeptWish(found: unknown): found is KeptWish {
  return isKept(found) && ['string', 'undefined'].includes(typeof (found as Partial<KeptWish>).title)
}
