import { useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import { keptRecent } from '../games/recent/kept-recent.ts'
import { send } from '../forms/send.ts'
import { countOf, listOf } from '../lib/text.ts'
import { usePlayer } from '../accounts/use-player.ts'
import { showToast } from '../ui/toast.tsx'
import { keptWishes } from '../wishlist/kept-wishes.ts'
import type { Moved } from './kept.route.ts'

/** Once somebody is signed in, what this browser kept for a visitor moves into the account, and is said. */
export function useMoveKept(): void {
  const player = usePlayer()
  const { revalidate } = useRevalidator()
  const id = player?.id
  useEffect(() => {
    if (!id) return
    // Where the server does not take it, the browser still has it, and tries again with the next page.
    alone(moveKept).then(
      (hasMoved) => (hasMoved ? revalidate() : undefined),
      () => {},
    )
  }, [id, revalidate])
}

/** One tab at a time, where the browser can: the next one finds nothing left. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('playhall:kept', work) : work()
}

/** Whether anything moved from this tab. */
async function moveKept(): Promise<boolean> {
  const [wishes, recent] = [keptWishes.getFresh(), keptRecent.getFresh()]
  if (!wishes.length && !recent.length) return false
  const moved = await send<Moved>('POST', href('/kept'), { wishes: wishes.map(sent), recent: recent.map(sent) })
  const [hadWishes, hadRecent] = [letGo(keptWishes, wishes), letGo(keptRecent, recent)]
  const things = [
    ...(hadWishes && moved.wishes ? [countOf(moved.wishes, 'wish', 'wishes')] : []),
    ...(hadRecent && moved.recent ? [countOf(moved.recent, 'recently played game')] : []),
  ]
  if (things.length) showToast({ title: `Moved into your account: ${listOf(things)}` })
  return things.length > 0
}

const sent = ({ id, at }: Item) => ({ id, at })

type Item = { id: number; at: number }

/** Takes what moved out of the browser; false where another tab has done so already, and said it. */
function letGo(
  list: { getFresh: () => readonly Item[]; remove: (ids: readonly number[]) => void },
  moved: readonly Item[],
): boolean {
  const ids = new Set(moved.map(({ id }) => id))
  const isMine = list.getFresh().some(({ id }) => ids.has(id))
  list.remove([...ids])
  return isMine
}
