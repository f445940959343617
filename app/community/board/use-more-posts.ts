import { useEffect, useEffectEvent, useState } from 'react'
import { href, useLocation } from 'react-router'
import { showToast } from '../../ui/floating/toast.tsx'
import { readJson } from '../../ui/use-read.ts'
import { addPosts, joinPosts, rereadPosts } from './join-posts.ts'
import type { BoardPost, PostList } from './list-posts.server.ts'
import { POST_MESSAGES } from '../post-messages.ts'

/** A list with the posts loaded beyond its first page, and the first page at that time. */
type Loaded = { list: PostList; first: PostList }

/** Loaded posts by history entry, so that going back to one restores them. Only the last visited entries. */
const visited = new Map<string, Loaded>()
const MAX_VISITED = 20

/**
 * The posts of a board page and those loaded since, also before opening a post and coming back. When the page is
 * reloaded, these are read again. `hrefAfter` returns the address of the board from a cursor on.
 */
export function useMorePosts(first: PostList, hrefAfter: (cursor: string) => string) {
  const { key } = useLocation()
  const [loaded, setLoaded] = useState<Loaded | null>(() => visited.get(key) ?? null)
  const [isBusy, setBusy] = useState(false)
  const { posts, next } = joinPosts(first, loaded?.list ?? null)
  const readAfter = (cursor: string) => fetchPosts(hrefAfter(cursor))

  function show(list: PostList): void {
    const now = { list, first }
    remember(key, now)
    setLoaded(now)
  }

  /** Loads the next posts and returns the first of them. */
  async function loadMore(): Promise<BoardPost | undefined> {
    if (next === null || isBusy) return undefined
    setBusy(true)
    try {
      const list = addPosts({ posts, next }, await readAfter(next))
      show(list)
      return list.posts[posts.length]
    } catch {
      showToast({ title: POST_MESSAGES.notLoaded, tone: 'error' })
      return undefined
    } finally {
      setBusy(false)
    }
  }

  const reread = useEffectEvent(async () => {
    if (isBusy || !loaded || loaded.first === first) return
    setBusy(true)
    show(await rereadPosts(first, posts.length, readAfter).catch(() => loaded.list))
    setBusy(false)
  })
  // Once a load has ended, too: the page may have been reloaded meanwhile.
  useEffect(() => void reread(), [first, isBusy])

  return { posts, next, isBusy, loadMore }
}

function remember(key: string, loaded: Loaded): void {
  visited.delete(key)
  visited.set(key, loaded)
  const [oldest] = visited.keys()
  if (visited.size > MAX_VISITED) visited.delete(oldest!)
}

/** Fetches the posts of a board address. */
function fetchPosts(board: string): Promise<PostList> {
  return readJson(href('/community/posts') + new URL(board, location.origin).search)
}
