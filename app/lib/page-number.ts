/** The position of a page in a list. */
export type PageAt = {
  page: number
  pages: number
  /** Number of entries before the page, or after it if `fromEnd`. */
  offset: number
  /** Number of entries on the page. */
  size: number
  fromEnd: boolean
}

/**
 * Returns the position of a page in a list of `total` entries, with `each` entries per page. An invalid page number
 * means page 1. Pages in the second half are read from the other end of the index, so that the last page costs as much
 * as the first.
 */
export function pageAt(total: number, page: number, each: number): PageAt {
  const pages = Math.max(1, Math.ceil(total / each))
  const at = Number.isInteger(page) && page >= 1 && page <= pages ? page : 1
  const before = (at - 1) * each
  const size = Math.min(each, total - before)
  const fromEnd = before > total / 2
  return { page: at, pages, offset: fromEnd ? total - before - size : before, size, fromEnd }
}

/** Removes the rows of the previous page, which a query from the end returns together with the last page. */
export function ofPage<T>(rows: T[], { size, fromEnd }: PageAt): T[] {
  return fromEnd ? rows.slice(-size) : rows
}
