import { browserList, isStoredItem } from '../ui/browser-list.ts'
import { MAX_LOCAL_WISHES } from './wishlist-rules.ts'

type LocalWish = {
  id: number
  at: number
  /** Shown if the game is no longer public, since the server does not send its title. Missing in older entries. */
  title?: string
  /** Whether the game did not fit on the account's wishlist. The player has already been notified. */
  isLeft?: boolean
}

/** A visitor's wishes, stored in this browser until a player signs in. */
export const localWishes = browserList<LocalWish>({
  key: 'playhall:wishes',
  max: MAX_LOCAL_WISHES,
  isItem: isLocalWish,
})

function isLocalWish(found: unknown): found is LocalWish {
  return isStoredItem(found) && ['string', 'undefined'].includes(typeof (found as Partial<LocalWish>).title)
}
