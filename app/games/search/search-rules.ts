/** Limits of the search (docs/product.md#search-results, docs/product.md#suggestions). */
export const SEARCH_LIMIT = 50
/** If at least this many games match the term as typed, no wider search runs. */
export const FEW_FOUND = 8
/** The number of popular games suggested before anything is typed. */
export const SUGGESTED = 8
export const SEARCH_TERM_LENGTH = 64
export const SEARCH_DEBOUNCE_MS = 300

/** A suggestion in the header's list. */
export type Suggestion = { slug: string; title: string; picture: string; categories: string[] }

/** The response of `/search`; `instead` as in `SearchResult`. */
export type Suggestions = { games: Suggestion[]; instead?: string }

/** Normalizes a search term: trimmed, white space collapsed, cut to 64 characters. */
export function cleanTerm(term: string): string {
  return Array.from(
    term
      .slice(0, 16 * SEARCH_TERM_LENGTH)
      .normalize('NFC')
      .replace(/\s+/g, ' ')
      .trim(),
  )
    .slice(0, SEARCH_TERM_LENGTH)
    .join('')
    .trimEnd()
}
