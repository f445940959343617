import { Search } from 'lucide-react'
import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { cleanTerm, SEARCH_TERM_LENGTH } from '../games/search/search-rules.ts'

export type SuggestionsProps = {
  id: string
  term: string
  /** The form whose key events move through the list. */
  box: RefObject<HTMLFormElement | null>
  /** Called with the id of the chosen row, or undefined. */
  onActive: (id: string | undefined) => void
}

type Props = {
  /** Prefix of the ids of its parts. */
  id: string
  label: string
  /** The page of results. */
  action: string
  /** The list of suggestions, loaded on the first search together with its key handling. */
  Suggestions: ComponentType<SuggestionsProps>
  /** The page's search term, which stays in the field. */
  term: string
  shortcut?: boolean
  autoFocus?: boolean
}

/**
 * The header's search: a combobox with a list of suggestions. Without script, or if none is chosen, the form shows the
 * page of results. `shortcut` lets the slash key focus it.
 */
export function SearchBox({ id, label, action, Suggestions, term, shortcut = false, autoFocus = false }: Props) {
  const box = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const location = useLocation()
  const [typed, setTyped] = useState(term)
  const [show, setShow] = useState(false)
  const [active, setActive] = useState<string>()
  const open = () => setShow(true)
  const close = useCallback(() => setShow(false), [])

  useEffect(() => {
    setTyped(term)
    close()
    // Also if the next page has the same term.
  }, [location, term, close])
  useEffect(() => {
    // Text was typed, or the field focused, before hydration.
    const { value } = field.current!
    if (value) setTyped(value)
    if (document.activeElement === field.current) setShow(true)
  }, [])
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close()
    }
    const focusBySlash = (event: globalThis.KeyboardEvent) => {
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

  const openOrClose = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // The list opens the chosen option itself.
    if (active && event.key === 'Enter') close()
    if (event.key !== (show ? 'Escape' : 'ArrowDown')) return
    event.preventDefault()
    setShow(!show)
  }

  return (
    <form
      ref={box}
      className="search"
      role="search"
      action={action}
      onKeyDown={openOrClose}
      onSubmit={close}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !box.current?.contains(relatedTarget)) close()
      }}
    >
      <label className="search-field">
        <Search aria-hidden="true" />
        <input
          ref={field}
          name="q"
          type="search"
          value={typed}
          maxLength={SEARCH_TERM_LENGTH}
          placeholder={label}
          aria-label={label}
          autoComplete="off"
          autoFocus={autoFocus}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={show}
          aria-controls={`${id}-list`}
          aria-activedescendant={active}
          onFocus={open}
          onChange={(event) => {
            setTyped(event.target.value)
            open()
          }}
        />
        {shortcut && !typed && (
          <kbd className="needs-script" aria-hidden="true">
            /
          </kbd>
        )}
      </label>
      {show && (
        <Suspense fallback={<div className="suggestions search-message">Searching...</div>}>
          <Suggestions id={id} term={cleanTerm(typed)} box={box} onActive={setActive} />
        </Suspense>
      )}
    </form>
  )
}
