import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { gameHref } from '../games/catalogue/games-href.ts'
import { cleanTerm, SEARCH_DEBOUNCE_MS, type Suggestion } from '../games/search/search-rules.ts'

const NONE: Suggestion[] = []

/**
 * What is typed into a search, what was found for exactly that, and which of it is chosen: -1 is none, and what follows the
 * hits is the row that shows all. Enter opens the chosen game; with none chosen it submits the form. The page of results
 * keeps the term that it was asked for.
 */
export function useSearch(asked: string) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [typed, setTyped] = useState(asked)
  const [show, setShow] = useState(false)
  const [found, setFound] = useState<{ term: string; hits: Suggestion[] } | null>(null)
  const [chosen, setChosen] = useState(-1)
  const term = cleanTerm(typed)
  const settled = useDebounced(term) === term
  const hits = found?.term === term ? found.hits : NONE
  const rows = hits.length && hits.length + Number(term !== '')

  const type = useCallback((text: string) => {
    setTyped(text)
    setShow(true)
  }, [])
  const close = useCallback(() => setShow(false), [])
  const receive = useCallback((of: string, next: Suggestion[]) => {
    setFound({ term: of, hits: next })
    setChosen(-1)
  }, [])
  useEffect(() => {
    setTyped(asked)
    close()
    // Also where another page follows with the same term.
  }, [pathname, search, asked, close])

  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const hit = hits[chosen]
    if (event.key === 'Escape' && show) {
      event.preventDefault()
      close()
    } else if (event.key === 'ArrowDown' && !show) {
      event.preventDefault()
      setShow(true)
    } else if (step && show && rows) {
      event.preventDefault()
      // Between the last row and the first one none is chosen.
      setChosen((at) => ((at + 1 + step + rows + 1) % (rows + 1)) - 1)
    } else if (event.key === 'Enter' && show && hit) {
      event.preventDefault()
      setTyped('')
      close()
      void navigate(gameHref(hit.slug))
    }
  }

  return { typed, term, settled, rows, chosen, show, type, open: () => setShow(true), close, keys, receive, setChosen }
}

function useDebounced(value: string): string {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), value ? SEARCH_DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [value])
  return late
}
