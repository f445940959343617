import { browserList, isKept } from '../ui/browser-list.ts'
import { MAX_KEPT_WISHES } from './wishlist-rules.ts'

type KeptWish = {
  id: number
  at: number
  /** It had no room in an account, and that was said. */
  isLeft?: boolean
}

/** The wishes of a visitor, which this browser remembers until somebody signs in. */
export const keptWishes = browserList<KeptWish>({ key: 'playhall:wishes', max: MAX_KEPT_WISHES, isItem: isKept })
