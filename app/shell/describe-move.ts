import { countOf, formatCount, listOf } from '../lib/text.ts'
import type { showToast } from '../ui/floating/toast.tsx'
import { MAX_WISHES } from '../wishlist/wishlist-rules.ts'

/** How many wishes and recent games moved from the browser into the account, and how many wishes did not fit. */
type Move = { wishes: number; recent: number; left: number }

/** The toast that reports it; null if there is nothing to report. */
export function describeMove({ wishes, recent, left }: Move): Parameters<typeof showToast>[0] | null {
  const things = [
    ...(wishes ? [countOf(wishes, 'wish', 'wishes')] : []),
    ...(recent ? [countOf(recent, 'recently played game')] : []),
  ]
  const leftOut = `${countOf(left, 'wish', 'wishes')} did not fit`
  const stays = `${left === 1 ? 'It stays' : 'They stay'} saved in this browser until there is room.`
  if (things.length) {
    return {
      title: `Moved to your account: ${listOf(things)}`,
      ...(left > 0 && { text: `${leftOut}: a wishlist holds ${formatCount(MAX_WISHES)} games. ${stays}` }),
    }
  }
  if (!left) return null
  return {
    title: `${leftOut} in your account`,
    text: `A wishlist holds ${formatCount(MAX_WISHES)} games, and yours is full. ${stays}`,
    tone: 'neutral',
  }
}
