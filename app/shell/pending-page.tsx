import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { BoardSkeleton } from '../community/board/board-skeleton.tsx'
import { boardHref } from '../community/community-href.ts'
import { GridSkeleton } from '../games/cards/grid-skeleton.tsx'

/** A page that loads faster than this needs no skeleton. */
const TIMEOUT_MS = 300

const LINES = 6

/** The path of another page that is loading and has taken longer than `TIMEOUT_MS`, or null. */
export function usePendingPage(): string | null {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  const next = location && location.pathname !== pathname ? location.pathname : null
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => setLate(next), TIMEOUT_MS)
    return () => {
      clearTimeout(timer)
      setLate(null)
    }
  }, [next])
  return late
}

/** The skeleton of the page that is loading: posts, cards, or lines. */
export function PendingPage({ path }: { path: string }) {
  if (path === boardHref()) return <BoardSkeleton />
  const hasCards = /^\/((games|originals|wishlist|tags|categories)?|category\/[^/]+|blog(\/category\/[^/]+)?)$/.test(
    path,
  )
  return (
    <div role="status" aria-label="Loading">
      {hasCards ? <GridSkeleton /> : <LinesSkeleton />}
    </div>
  )
}

function LinesSkeleton() {
  return (
    <div className="lines-skeleton">
      <div className="skeleton skeleton-heading" />
      {Array.from({ length: LINES }, (_, at) => (
        <div key={at} className="skeleton skeleton-line" />
      ))}
    </div>
  )
}
