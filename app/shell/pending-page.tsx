import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { BoardSkeleton } from '../community/board-skeleton.tsx'
import { boardHref } from '../community/community-href.ts'
import { GridSkeleton } from '../games/cards/grid-skeleton.tsx'
import { Loader } from '../ui/bulbs.tsx'

/** A page that comes sooner than this needs nothing in its place. */
const PATIENCE_MS = 300

/** The path of another page that is on its way and takes its time, or null. */
export function usePendingPage(): string | null {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  const next = location && location.pathname !== pathname ? location.pathname : null
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => setLate(next), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLate(null)
    }
  }, [next])
  return late
}

/** Stands where the page will: the shape of its cards, or the bulbs in a chase. */
export function PendingPage({ path }: { path: string }) {
  if (path === boardHref()) return <BoardSkeleton />
  const isList = /^\/(games|originals|wishlist|tags|category\/[^/]+)$/.test(path)
  return (
    <div role="status" aria-label="Loading">
      {isList ? (
        <GridSkeleton />
      ) : (
        <div className="grid min-h-[50vh] place-items-center">
          <Loader label="Loading" />
        </div>
      )}
    </div>
  )
}
