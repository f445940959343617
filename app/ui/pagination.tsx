import { ChevronLeft, ChevronRight } from 'lucide-react'
import { pageNumbers } from './page-numbers.ts'

/**
 * Renders links to the pages of a list, or nothing if there is only one page. `hrefOf` returns the address of a page.
 */
export function Pagination({ page, pages, hrefOf }: { page: number; pages: number; hrefOf: (page: number) => string }) {
  if (pages < 2) return null
  const numbers = pageNumbers(page, pages)
  /** Returns whether a number is next to an ellipsis. Small screens hide such a number. */
  const isOuter = (number: number, at: number) =>
    Math.abs(number - page) > 1 &&
    number > 1 &&
    number < pages &&
    (numbers[at - 1] === null || numbers[at + 1] === null)
  return (
    <nav className="pagination" aria-label="Pages">
      {page > 1 && (
        <a href={hrefOf(page - 1)} rel="prev" aria-label="Previous page">
          <ChevronLeft aria-hidden="true" size={18} />
        </a>
      )}
      {numbers.map((number, at) =>
        number === null ? (
          <span key={`gap-${at}`} aria-hidden="true">
            …
          </span>
        ) : (
          <a
            key={number}
            href={hrefOf(number)}
            className={isOuter(number, at) ? 'page-outer' : undefined}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </a>
        ),
      )}
      {page < pages && (
        <a href={hrefOf(page + 1)} rel="next" aria-label="Next page">
          <ChevronRight aria-hidden="true" size={18} />
        </a>
      )}
    </nav>
  )
}
