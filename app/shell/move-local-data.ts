import { href } from 'react-router'
import { localRecent } from '../games/recent/local-recent.ts'
import { send } from '../forms/send.ts'
import { showToast } from '../ui/floating/toast.tsx'
import { localWishes } from '../wishlist/local-wishes.ts'
import { describeMove } from './describe-move.ts'
import type { Moved } from './local-data.route.ts'

/**
 * Moves wishes and recent games from the browser into the account. Returns whether this tab moved any. Wishes that did
 * not fit before are sent again only if `hasRoom`.
 */
export async function moveLocalData(hasRoom: boolean): Promise<boolean> {
  const wishes = localWishes.getFresh().filter(({ isLeft }) => hasRoom || !isLeft)
  const recent = localRecent.getFresh()
  if (!wishes.length && !recent.length) return false
  const moved = await send<Moved>('POST', href('/kept'), { wishes: wishes.map(sent), recent: recent.map(sent) })
  const left = new Set(moved.wishes.left)
  const accepted = wishes.filter(({ id }) => !left.has(id))
  const [hadWishes, hadRecent] = [removeMoved(localWishes, accepted), removeMoved(localRecent, recent)]
  const move = { wishes: hadWishes ? moved.wishes.moved.length : 0, recent: hadRecent ? moved.recent : 0 }
  const isNewlyLeft = markLeft(left) || move.wishes > 0
  const toast = describeMove({ ...move, left: isNewlyLeft ? left.size : 0 })
  if (toast) showToast(toast)
  return move.wishes > 0 || move.recent > 0
}

const sent = ({ id, at }: Item) => ({ id, at })

type Item = { id: number; at: number }

/** Removes what moved from the browser. Returns false if another tab has already done and reported it. */
function removeMoved(
  list: { getFresh: () => readonly Item[]; remove: (ids: readonly number[]) => void },
  moved: readonly Item[],
): boolean {
  const ids = new Set(moved.map(({ id }) => id))
  const isMine = list.getFresh().some(({ id }) => ids.has(id))
  list.remove([...ids])
  return isMine
}

/** Marks the wishes that did not fit. Returns false if all of them were marked already. */
function markLeft(ids: Set<number>): boolean {
  const newlyLeft = localWishes.getFresh().filter(({ id, isLeft }) => ids.has(id) && !isLeft)
  if (newlyLeft.length) localWishes.replace(newlyLeft.map((wish) => ({ ...wish, isLeft: true })))
  return newlyLeft.length > 0
}
