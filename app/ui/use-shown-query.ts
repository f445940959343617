import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns the ref of a search form. When `query` changes, by the form or by a link, the form is reset to its new
 * default values. A new key for the form would do the same, but lose the focus. A select still needs a key, because
 * React does not change its default value.
 */
export function useShownQuery(query: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(query)
  useEffect(() => {
    if (shown.current !== query) form.current?.reset()
    shown.current = query
  }, [query])
  return form
}
