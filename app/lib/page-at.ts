/** Where in a list a page is. */
export type PageAt = {
  page: number
  pages: number
  /** How many of it come before it, from the end where `fromEnd` says so. */
  offset: number
  /** How many the page has. */
  size: number
  fromEnd: boolean
}

/**
 * A page of a list, `each` on one, of `total`. A page out of range means page 1. From the middle on an index is read from
 * its other end, so that the last page costs what the first does.
 */
export function pageAt(total: number, page: number, each: number): PageAt {
  const pages = Math.max(1, Math.ceil(total / each))
  const at = Number.isInteger(page) && page >= 1 && page <= pages ? page : 1
  const before = (at - 1) * each
  const size = Math.min(each, total - before)
  const fromEnd = before > total / 2
  return { page: at, pages, offset: fromEnd ? total - before - size : before, size, fromEnd }
}

/** Read from its end, the last page comes with the end of the one before it. */
export function ofPage<T>(rows: T[], { size, fromEnd }: PageAt): T[] {
  return fromEnd ? rows.slice(-size) : rows
}
