import { useState } from 'react'
import { href } from 'react-router'
import { useAction } from '../forms/use-action.ts'
import type { Liked } from './post-rules.ts'

/** Where the like of a post is put and taken back. */
export function likeHref(postId: number): string {
  return href('/community/:id/like', { id: String(postId) })
}

/**
 * Whether the player likes a post, how many do, and what a press does, shown at once. `failed` is the title of the toast for a
 * failure; none without it. `came` is what the page brought; once it brings something else, that counts.
 */
export function useLike(postId: number, came: Liked, failed?: string): Liked & { isBusy: boolean; toggle: () => void } {
  const [changed, setChanged] = useState<{ to: Liked; from: Liked } | null>(null)
  const { isBusy, act } = useAction()
  const shown = changed && (isBusy || isSame(changed.from, came)) ? changed.to : came
  const put = (to: Liked) => setChanged({ to, from: came })

  const toggle = () => {
    const { likes, isLiked } = shown
    act<Liked>({
      method: isLiked ? 'DELETE' : 'PUT',
      path: likeHref(postId),
      failed,
      show: () => {
        put({ likes: likes + (isLiked ? -1 : 1), isLiked: !isLiked })
        return () => put(shown)
      },
      onDone: put,
    })
  }

  return { ...shown, isBusy, toggle }
}

function isSame(one: Liked, other: Liked): boolean {
  return one.likes === other.likes && one.isLiked === other.isLiked
}
