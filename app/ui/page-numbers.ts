const SHOWN = 5

/**
 * Returns the page numbers of a pagination: up to five around the current page, and the first and last. Null represents
 * an ellipsis.
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const first = Math.max(1, Math.min(page - 2, pages - SHOWN + 1))
  const last = Math.min(pages, first + SHOWN - 1)
  const numbers: (number | null)[] = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  if (first > 2) numbers.unshift(null)
  if (first > 1) numbers.unshift(1)
  if (last < pages - 1) numbers.push(null)
  if (last < pages) numbers.push(pages)
  return numbers
}
