import { useEffect, useEffectEvent, useState } from 'react'
import { href } from 'react-router'
import { showToast } from '../../ui/floating/toast.tsx'
import { readJson } from '../../ui/use-read.ts'
import { COMMENT_MESSAGES } from './comment-rules.ts'
import type { CommentList, ShownComment } from './comments.server.ts'
import { rereadComments } from './reread-comments.ts'

/**
 * Returns the comments of a post: those loaded with the page, those fetched since, and local changes. When the page is
 * reloaded, the fetched ones are read again. A comment that was written or edited here replaces the loaded one until
 * then; null marks a deleted comment. `later` are comments written here whose predecessors are not all loaded yet.
 */
export function useComments(postId: number, first: CommentList) {
  const [fetched, setFetched] = useState<{ pages: CommentList[]; first: CommentList }>({ pages: [], first })
  const [changes, setChanges] = useState<ReadonlyMap<number, { comment: ShownComment | null; on: CommentList }>>(
    new Map(),
  )
  const [isBusy, setBusy] = useState(false)
  const { next } = fetched.pages.at(-1) ?? first

  const loaded = [first, ...fetched.pages].flatMap(({ comments }) => comments)
  const all = new Map(loaded.map((comment) => [comment.id, comment]))
  const isReread = !fetched.pages.length || fetched.first === first
  for (const [id, { comment, on }] of changes) {
    if (!comment) all.delete(id)
    else if (on === first || !isReread || !all.has(id)) all.set(id, comment)
  }
  const inOrder = [...all.values()].toSorted((a, b) => a.id - b.id)

  const change = (id: number, comment: ShownComment | null) =>
    setChanges((known) => new Map(known).set(id, { comment, on: first }))

  const readAfter = (id: number) =>
    readJson<CommentList>(`${href('/community/:id/comments', { id: String(postId) })}?after=${id}`)

  /** Fetches the next page and returns its first comment. */
  async function loadMore(): Promise<ShownComment | undefined> {
    if (next === null || isBusy) return undefined
    setBusy(true)
    try {
      const list = await readAfter(next)
      setFetched({ pages: [...fetched.pages, list], first })
      return list.comments[0]
    } catch {
      showToast({ title: COMMENT_MESSAGES.notLoaded, tone: 'error' })
      return undefined
    } finally {
      setBusy(false)
    }
  }

  const reread = useEffectEvent(async () => {
    const { pages } = fetched
    if (isBusy || !pages.length || fetched.first === first) return
    setBusy(true)
    setFetched({ pages: await rereadComments(first, next, readAfter).catch(() => pages), first })
    setBusy(false)
  })
  // Once a fetch has ended, too: the page may have been reloaded meanwhile.
  useEffect(() => void reread(), [first, isBusy])

  return {
    comments: inOrder.filter(({ id }) => next === null || id <= next),
    later: inOrder.filter(({ id }) => next !== null && id > next),
    next,
    isBusy,
    loadMore,
    /** Adds or replaces a comment. */
    put: (comment: ShownComment) => change(comment.id, comment),
    remove: (id: number) => change(id, null),
  }
}
