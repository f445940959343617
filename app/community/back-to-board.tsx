import { ArrowLeft } from 'lucide-react'
import { opens } from '../ui/opens.ts'
import { boardHref } from './community-href.ts'

/** The way back; where one has just come from the board it leads to the place where one was. */
export function BackToBoard() {
  return (
    <a
      className="back-link"
      href={boardHref()}
      onClick={(event) => {
        if (cameFromBoard()) opens(() => history.back())(event)
      }}
    >
      <ArrowLeft aria-hidden="true" /> Back to Community
    </a>
  )
}

/** What browsers know of the pages before this one; not all of them do. */
type Navigation = { currentEntry: { index: number } | null; entries: () => { url: string | null }[] }

function cameFromBoard(): boolean {
  const { navigation } = window as { navigation?: Navigation }
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
  return before ? new URL(before).pathname === boardHref() : false
}
