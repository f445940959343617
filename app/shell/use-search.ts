import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { gameHref } from '../games/catalogue/games-href.ts'
import { cleanTerm, SEARCH_DEBOUNCE_MS, type Suggestion } from '../games/search/search-rules.ts'

const NONE: Suggestion[] = []

/**
 * What is typed into a search, what was found for exactly that, and which of it is chosen. Enter opens the chosen game;
 * pressed before there are hits it waits for them, and submits the form where there are none.
 */
export function useSearch(form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState<{ term: string; hits: Suggestion[] } | null>(null)
  const [chosen, setChosen] = useState(0)
  const entered = useRef(false)
  const term = cleanTerm(typed)
  const settled = useDebounced(term) === term
  const isFound = found?.term === term
  const hits = isFound ? found.hits : NONE
  const show = open && term !== ''

  const type = useCallback((text: string) => {
    entered.current = false
    setTyped(text)
    setOpen(true)
  }, [])
  const close = useCallback(() => {
    entered.current = false
    setOpen(false)
  }, [])
  const choose = useCallback(
    (hit: Suggestion) => {
      setTyped('')
      close()
      void navigate(gameHref(hit.slug))
    },
    [close, navigate],
  )
  const receive = useCallback(
    (of: string, next: Suggestion[]) => {
      setFound({ term: of, hits: next })
      setChosen(0)
      if (!entered.current) return
      entered.current = false
      if (next[0]) choose(next[0])
      else form.current?.requestSubmit()
    },
    [choose, form],
  )
  useEffect(() => {
    setTyped('')
    close()
  }, [pathname, search, close])

  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      close()
    } else if (event.key === 'ArrowDown' && term && !open) {
      event.preventDefault()
      setOpen(true)
    } else if (step && show && hits.length) {
      event.preventDefault()
      setChosen((at) => (at + step + hits.length) % hits.length)
    } else if (event.key === 'Enter' && show) {
      const hit = hits[chosen]
      if (hit || !isFound) event.preventDefault()
      if (hit) choose(hit)
      else entered.current = !isFound
    }
  }

  return { typed, term, settled, hits, chosen, show, type, open: () => setOpen(true), close, keys, receive, setChosen }
}

function useDebounced(value: string): string {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), value ? SEARCH_DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [value])
  return late
}
