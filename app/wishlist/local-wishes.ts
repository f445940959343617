import { browserList, isStoredItem } from '../ui/browser-list.ts'
import { MAX_LOCAL_WISHES } from './wishlist-rules.ts'

type LocalWish = {
  id: number
  at: number
  /** The account's wishlist had no room for it, and the player has been notified. */
  isLeft?: boolean
}

/** A visitor's wishes, stored in this browser until somebody signs in. */
export const localWishes = browserList<LocalWish>({
  key: 'playhall:wishes',
  max: MAX_LOCAL_WISHES,
  isItem: isStoredItem,
})
