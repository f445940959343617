/** The position of a page in a list. */
export type PageAt = {
  page: number
  pages: number
  /** Entries before the page, or after it if `fromEnd`. */
  offset: number
  /** Entries on the page. */
  size: number
  fromEnd: boolean
}

/**
 * The position of a page in a list of `total` entries, `each` per page. A page out of range means page 1. Pages in the
 * second half are read from the index's other end, so that the last page costs as much as the first.
 */
export function pageAt(total: number, page: number, each: number): PageAt {
  const pages = Math.max(1, Math.ceil(total / each))
  const at = Number.isInteger(page) && page >= 1 && page <= pages ? page : 1
  const before = (at - 1) * each
  const size = Math.min(each, total - before)
  const fromEnd = before > total / 2
  return { page: at, pages, offset: fromEnd ? total - before - size : before, size, fromEnd }
}

/** Drops the rows of the previous page, which come with the last page if it is read from the end. */
export function ofPage<T>(rows: T[], { size, fromEnd }: PageAt): T[] {
  return fromEnd ? rows.slice(-size) : rows
}
