import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { cleanTerm, SEARCH_DEBOUNCE_MS, type Suggestion } from '../games/search/search-rules.ts'

/** More stand in the list of the header's search, which is long. */
const SHOWN = 6

export type GameSearch = { hits: Suggestion[]; state: 'none' | 'searching' | 'found' | 'failed' }

const NONE: GameSearch = { hits: [], state: 'none' }

/** What is found for the name of a game that is being typed. */
export function useGameSearch(typed: string): GameSearch {
  const term = cleanTerm(typed)
  const [found, setFound] = useState<GameSearch & { term: string }>({ ...NONE, term: '' })
  useEffect(() => {
    if (!term) return
    const left = new AbortController()
    const timer = setTimeout(() => {
      search(term, left.signal).then(
        (hits) => setFound({ term, hits, state: 'found' }),
        () => {
          if (!left.signal.aborted) setFound({ term, hits: [], state: 'failed' })
        },
      )
    }, SEARCH_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [term])
  if (!term) return NONE
  return found.term === term ? found : { hits: [], state: 'searching' }
}

async function search(term: string, signal: AbortSignal): Promise<Suggestion[]> {
  const answer = await fetch(`${href('/search')}?q=${encodeURIComponent(term)}`, { signal })
  if (!answer.ok) throw new Error(`search answered ${answer.status}`)
  const { games } = (await answer.json()) as { games: Suggestion[] }
  return games.slice(0, SHOWN)
}
