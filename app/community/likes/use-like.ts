import { useState } from 'react'
import { href } from 'react-router'
import { useAction } from '../../forms/use-action.ts'
import type { Liked } from '../post-rules.ts'

export function likeHref(postId: number): string {
  return href('/community/:id/like', { id: String(postId) })
}

/**
 * Returns the state of a post's like, which changes at once when the button is pressed. `loaded` is the page's data;
 * newer data replaces local changes. `failed` is the title of the error toast; without it, there is no toast.
 */
export function useLike(
  postId: number,
  loaded: Liked,
  failed?: string,
): Liked & { isBusy: boolean; toggle: () => void } {
  const [changed, setChanged] = useState<{ to: Liked; from: Liked } | null>(null)
  const { isBusy, act } = useAction()
  const shown = changed && (isBusy || isSame(changed.from, loaded)) ? changed.to : loaded
  const put = (to: Liked) => setChanged({ to, from: loaded })

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
