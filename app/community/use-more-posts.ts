import { useEffect, useEffectEvent, useState } from 'react'
import { href, useLocation } from 'react-router'
import { showToast } from '../ui/toast.tsx'
import { readJson } from '../ui/use-read.ts'
import { addPosts, joinPosts, renewPosts } from './join-posts.ts'
import type { BoardPost, PostList } from './list-posts.server.ts'
import { POST_MESSAGES } from './post-messages.ts'

/** What was loaded of a list beyond its page, and the places from which it was. */
type Loaded = { list: PostList; places: string[] }

/** By entry of the history, so that who comes back to one finds all of it; the last that were visited. */
const visited = new Map<string, Loaded>()
const MAX_VISITED = 20

/**
 * The posts that a page of the board came with, and those that were loaded since, also before somebody went to a post and came back; these
 * are read anew meanwhile. `hrefAfter` gives the address of the board from a place on.
 */
export function useMorePosts(first: PostList, hrefAfter: (place: string) => string) {
  const { key } = useLocation()
  const [loaded, setLoaded] = useState<Loaded | null>(() => visited.get(key) ?? null)
  const [isBusy, setBusy] = useState(false)
  const { posts, next } = joinPosts(first, loaded?.list ?? null)

  /** Loads those after the last that is shown; gives the first of them. */
  async function loadMore(): Promise<BoardPost | undefined> {
    if (next === null || isBusy) return undefined
    setBusy(true)
    try {
      const list = addPosts({ posts, next }, await fetchPosts(hrefAfter(next)))
      const now = { list, places: [...(loaded?.places ?? []), next] }
      remember(key, now)
      setLoaded(now)
      return list.posts[posts.length]
    } catch {
      showToast({ title: POST_MESSAGES.notLoaded, tone: 'error' })
      return undefined
    } finally {
      setBusy(false)
    }
  }

  const renew = useEffectEvent(async () => {
    for (const place of loaded?.places ?? []) {
      const list = await fetchPosts(hrefAfter(place)).catch(() => null)
      if (!list) return
      setLoaded((known) => known && { ...known, list: renewPosts(known.list, list) })
    }
  })
  useEffect(() => void renew(), [])

  return { posts, next, isBusy, loadMore }
}

function remember(key: string, loaded: Loaded): void {
  visited.delete(key)
  visited.set(key, loaded)
  const [oldest] = visited.keys()
  if (visited.size > MAX_VISITED) visited.delete(oldest!)
}

/** The posts of a page of the board by its address. */
function fetchPosts(board: string): Promise<PostList> {
  return readJson(href('/community/posts') + new URL(board, location.origin).search)
}
