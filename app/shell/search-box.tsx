import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { href } from 'react-router'
import { SEARCH_TERM_LENGTH } from '../games/search/search-rules.ts'
import { useSearch } from './use-search.ts'

// Its query library comes only to those who search.
const Suggestions = lazy(() => import('./suggestions.tsx'))

type Props = {
  /** What the ids of its parts begin with. */
  id: string
  /** The term that the page was asked for; it stays in the box. */
  asked: string
  shortcut?: boolean
  autoFocus?: boolean
}

/**
 * The search of the header: a combobox with a list of games, at first of popular ones. Without script it is a form that shows its hits on the
 * games page. `shortcut` lets the slash key focus it.
 */
export function SearchBox({ id, asked, shortcut = false, autoFocus = false }: Props) {
  const box = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { typed, term, rows, chosen, show, type, open, close, keys, receive, setChosen } = useSearch(id, asked)

  useEffect(() => {
    // What was typed, or where one went, before this page came alive.
    const text = field.current?.value
    const isHere = document.activeElement === field.current
    if (text || isHere) type(text ?? '')
    if (!isHere) close()
  }, [type, close])
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close()
    }
    const focusBySlash = (event: KeyboardEvent) => {
      const editing = (event.target as HTMLElement).closest?.('input, textarea, select, [contenteditable]')
      if (!shortcut || event.key !== '/' || editing || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('keydown', focusBySlash)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('keydown', focusBySlash)
    }
  }, [shortcut, close])

  return (
    <form ref={box} className="search" role="search" action={href('/games')} onKeyDown={keys} onSubmit={close}>
      <label className="search-field">
        <Search aria-hidden="true" />
        <input
          ref={field}
          name="q"
          type="search"
          value={typed}
          maxLength={SEARCH_TERM_LENGTH}
          placeholder="Search games"
          aria-label="Search games"
          autoComplete="off"
          autoFocus={autoFocus}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={show && rows > 0}
          aria-controls={show && rows ? `${id}-list` : undefined}
          aria-activedescendant={show && chosen >= 0 && chosen < rows ? `${id}-${chosen}` : undefined}
          onFocus={open}
          onChange={(event) => type(event.target.value)}
        />
        {shortcut && !typed && (
          <kbd className="needs-script" aria-hidden="true">
            /
          </kbd>
        )}
      </label>
      {show && (
        <Suspense fallback={<div className="suggestions search-message">Searching...</div>}>
          <Suggestions id={id} term={term} chosen={chosen} onRows={receive} onPoint={setChosen} />
        </Suspense>
      )}
    </form>
  )
}
