import { href } from 'react-router'
import { cleanTerm, SEARCH_DEBOUNCE_MS, type Suggestion, type Suggestions } from '../games/search/search-rules.ts'
import { useRead } from '../ui/use-read.ts'

/** The list of the header's search is longer. */
const SHOWN = 6

export type GameSearch = { hits: Suggestion[]; state: 'none' | 'searching' | 'found' | 'failed' }

/** Games that match a name while it is typed. */
export function useGameSearch(typed: string): GameSearch {
  const term = cleanTerm(typed)
  const path = term ? `${href('/search')}?q=${encodeURIComponent(term)}` : null
  const { data, error } = useRead<Suggestions>(path, SEARCH_DEBOUNCE_MS)
  if (data) return { hits: data.games.slice(0, SHOWN), state: 'found' }
  return { hits: [], state: error ? 'failed' : path ? 'searching' : 'none' }
}
