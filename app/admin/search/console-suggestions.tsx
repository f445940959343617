import { useLayoutEffect } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../games/search/search-rules.ts'
import type { SuggestionsProps } from '../../shell/search-box.tsx'
import { useCombobox } from '../../ui/fields/use-combobox.ts'
import { useRead } from '../../ui/use-read.ts'
import { Hit } from './hit.tsx'
import { type ConsoleResults, type HitGroup, KIND_LABELS, resultsHref } from './search-rules.ts'

const NONE: HitGroup[] = []

/** The results of the console's search, by kind, as options of the search field. */
export default function ConsoleSuggestions({ id, term, box, onActive }: SuggestionsProps) {
  const { data, error } = useRead<ConsoleResults>(term ? resultsHref(term) : null, SEARCH_DEBOUNCE_MS)
  const groups = data?.groups ?? NONE
  const rowOf = new Map(groups.flatMap(({ hits }) => hits).map((hit, row) => [hit, row]))
  const count = rowOf.size
  const { active, optionProps } = useCombobox({ id, count, of: groups, box })

  // Before paint, like the key listener of useCombobox.
  useLayoutEffect(() => {
    onActive(active)
    return () => onActive(undefined)
  }, [active, onActive])

  return (
    // Not a tab stop, although it may scroll.
    <div className="suggestions console-suggestions" tabIndex={-1}>
      <p className={count ? 'sr-only' : 'search-message'} role="status">
        {messageOf(term, data && count, error !== null)}
      </p>
      <div id={`${id}-list`} role={count ? 'listbox' : undefined} aria-label="Results">
        {groups.map(({ kind, hits }) => (
          <div key={kind} role="group" aria-label={KIND_LABELS[kind]}>
            <p className="hit-kind" aria-hidden="true">
              {KIND_LABELS[kind]}
            </p>
            {hits.map((hit) => (
              <a key={hit.to} className="hit" href={hit.to} {...optionProps(rowOf.get(hit)!)}>
                <Hit kind={kind} hit={hit} />
              </a>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The message above the results, or in place of them. With results, only screen readers get it. */
function messageOf(term: string, count: number | null, isFailed: boolean): string {
  if (!term) return 'Type a title, a name, an email address or a game’s id'
  if (isFailed) return 'Search is busy. Try again in a moment.'
  if (count === null) return 'Searching...'
  return count ? `Results found: ${count}` : `No results for “${term}”`
}
