import { ButtonLink } from './button.tsx'

type CursorPaginationProps = {
  /** The link to the first page of the list, or null if it is the current page. */
  start: string | null
  /** The link to the next page, or null on the last page. */
  next: string | null
  labels: { start: string; next: string }
}

/** Labels for lists with the newest entry first. */
export const NEWEST_FIRST = { start: 'Newest', next: 'Older' }

/** Renders links between the pages of a list, or nothing if there is only one page. */
export function CursorPagination({ start, next, labels }: CursorPaginationProps) {
  if (!start && !next) return null
  return (
    <nav className="cursor-pagination" aria-label="Pages">
      {start && <ButtonLink href={start}>{labels.start}</ButtonLink>}
      {next && <ButtonLink href={next}>{labels.next}</ButtonLink>}
    </nav>
  )
}
