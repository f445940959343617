import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { cleanTerm } from '../games/search/search-rules.ts'

/**
 * What is typed into a search, how many rows its list has for exactly that, and which of them is chosen, -1 for none. Enter
 * follows the link that is chosen; with none chosen it submits the form. The page of results keeps the term that it was
 * `asked` for.
 */
export function useSearch(id: string, asked: string) {
  const location = useLocation()
  const [typed, setTyped] = useState(asked)
  const [show, setShow] = useState(false)
  const [found, setFound] = useState({ term: '', rows: 0 })
  const [chosen, setChosen] = useState(-1)
  const term = cleanTerm(typed)
  const rows = found.term === term ? found.rows : 0

  const type = useCallback((text: string) => {
    setTyped(text)
    setShow(true)
  }, [])
  const close = useCallback(() => setShow(false), [])
  const receive = useCallback((of: string, next: number) => {
    setFound({ term: of, rows: next })
    setChosen(-1)
  }, [])
  useEffect(() => {
    setTyped(asked)
    close()
    // Also where another page follows with the same term.
  }, [location, asked, close])

  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && show) {
      event.preventDefault()
      close()
    } else if (event.key === 'ArrowDown' && !show) {
      event.preventDefault()
      setShow(true)
    } else if (step && show && rows) {
      event.preventDefault()
      // Between the last row and the first one none is chosen.
      setChosen((at) => ((at + step + rows + 2) % (rows + 1)) - 1)
    } else if (event.key === 'Enter' && show) {
      const link = document.getElementById(`${id}-${chosen}`)
      if (!link) return
      event.preventDefault()
      link.click()
      close()
    }
  }

  return { typed, term, rows, chosen, show, type, open: () => setShow(true), close, keys, receive, setChosen }
}
