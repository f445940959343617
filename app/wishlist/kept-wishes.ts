import { browserList, isKept } from '../ui/browser-list.ts'
import { MAX_KEPT_WISHES } from './wishlist-rules.ts'

/** The wishes of a visitor, which this browser remembers until somebody signs in. */
export const keptWishes = browserList({ key: 'playhall:wishes', max: MAX_KEPT_WISHES, isItem: isKept })
