import { ButtonLink } from './button.tsx'

type CursorPaginationProps = {
  /** The first page of the list; null if it is the current one. */
  start: string | null
  /** The next page; null on the last. */
  next: string | null
  labels: { start: string; next: string }
}

/** Labels for lists that begin with the newest. */
export const NEWEST_FIRST = { start: 'Newest', next: 'Older' }

/** Links between the pages of a list; nothing if there is only one. */
export function CursorPagination({ start, next, labels }: CursorPaginationProps) {
  if (!start && !next) return null
  return (
    <nav className="cursor-pagination" aria-label="Pages">
      {start && <ButtonLink href={start}>{labels.start}</ButtonLink>}
      {next && <ButtonLink href={next}>{labels.next}</ButtonLink>}
    </nav>
  )
}
