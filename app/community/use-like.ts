import { useRef, useState } from 'react'
import { href } from 'react-router'
import { send, type SendError } from '../forms/send.ts'
import type { Liked } from './like-rules.ts'

/** Where the like of a post is put and taken back. */
export function likeHref(postId: number): string {
  return href('/community/:id/like', { id: String(postId) })
}

/**
 * Whether the player likes a post, how many do, and what a press does: it shows at once, one is on its way at a time, and what the
 * server does not make is taken back and told to `onFailure`. `came` is what the page brought; once it brings something else, that counts.
 */
export function useLike(
  postId: number,
  came: Liked,
  onFailure?: (error: SendError) => void,
): Liked & { isBusy: boolean; toggle: () => void } {
  const [changed, setChanged] = useState<(Liked & { isBusy: boolean; from: Liked }) | null>(null)
  const isBusy = useRef(false)
  const holds = changed && (changed.isBusy || isSame(changed.from, came))
  const shown = holds ? changed : { ...came, isBusy: false }

  async function toggle(): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    const { likes, isLiked } = shown
    setChanged({ likes: likes + (isLiked ? -1 : 1), isLiked: !isLiked, isBusy: true, from: came })
    try {
      const counted = await send<Liked>(isLiked ? 'DELETE' : 'PUT', likeHref(postId))
      setChanged({ ...counted, isBusy: false, from: came })
    } catch (error) {
      setChanged({ likes, isLiked, isBusy: false, from: came })
      onFailure?.(error as SendError)
    } finally {
      isBusy.current = false
    }
  }

  return { likes: shown.likes, isLiked: shown.isLiked, isBusy: shown.isBusy, toggle: () => void toggle() }
}

function isSame(one: Liked, other: Liked): boolean {
  return one.likes === other.likes && one.isLiked === other.isLiked
}
