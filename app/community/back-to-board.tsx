import { ArrowLeft } from 'lucide-react'
import { opens } from '../ui/floating/opens.ts'
import { boardHref } from './community-href.ts'

/**
 * Link to the board. For a visitor who just came from the board, it goes back in the history, to the same list and
 * scroll position.
 */
export function BackToBoard() {
  return (
    <a
      className="back-link"
      href={boardHref()}
      onClick={(event) => {
        if (isPreviousPageBoard()) opens(() => history.back())(event)
      }}
    >
      <ArrowLeft aria-hidden="true" /> Back to Community
    </a>
  )
}

/** The part of the Navigation API that we use; not all browsers have it. */
type Navigation = { currentEntry: { index: number } | null; entries: () => { url: string | null }[] }

function isPreviousPageBoard(): boolean {
  const { navigation } = window as { navigation?: Navigation }
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
  return before ? new URL(before).pathname === boardHref() : false
}
