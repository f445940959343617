import { useLayoutEffect } from 'react'
import { href } from 'react-router'
import { ArrowRight } from 'lucide-react'
import { gameHref, gamesHref } from '../games/catalogue/games-href.ts'
import { SEARCH_DEBOUNCE_MS, type Suggestion, type Suggestions as Answer } from '../games/search/search-rules.ts'
import { useCombobox } from '../ui/fields/use-combobox.ts'
import { useRead } from '../ui/use-read.ts'
import type { SuggestionsProps } from './search-box.tsx'

const NONE: Suggestion[] = []

/** The games that match the term in the header's search, or popular ones without a term. */
export default function Suggestions({ id, term, box, onActive }: SuggestionsProps) {
  const path = href('/search') + (term && `?q=${encodeURIComponent(term)}`)
  const { data, error } = useRead<Answer>(path, term ? SEARCH_DEBOUNCE_MS : 0)
  const hits = data?.games ?? NONE
  // The last row links to all results, which exist only for a term.
  const rows = hits.length && hits.length + (term ? 1 : 0)
  const { active, optionProps } = useCombobox({ id, count: rows, of: hits, box })

  // Before paint, like the key listener of useCombobox.
  useLayoutEffect(() => {
    onActive(active)
    return () => onActive(undefined)
  }, [active, onActive])

  return (
    // Not a tab stop, although it may scroll.
    <div className="suggestions" tabIndex={-1}>
      <p className={hits.length && term && !data?.instead ? 'sr-only' : 'search-message'} role="status">
        {messageOf({ term, answer: data, isFailed: error !== null })}
      </p>
      <div id={`${id}-list`} role={rows ? 'listbox' : undefined} aria-label="Games">
        {hits.map((hit, row) => (
          <a key={hit.slug} className="suggestion" href={gameHref(hit.slug)} {...optionProps(row)}>
            <img src={hit.picture} alt="" width="72" height="40" loading="lazy" />
            <span>
              <b dir="auto">{marked(hit.title, data?.instead ?? term)}</b>
              <small>{hit.categories.join(', ')}</small>
            </span>
            <kbd aria-hidden="true">Enter</kbd>
          </a>
        ))}
        {rows > hits.length && (
          <a className="suggestion suggestion-all" href={gamesHref({ q: term })} {...optionProps(hits.length)}>
            See all results <ArrowRight aria-hidden="true" size={18} />
          </a>
        )}
      </div>
    </div>
  )
}

/** The message above the games, or in place of them. If games match the term as typed, only screen readers get it. */
function messageOf({ term, answer, isFailed }: { term: string; answer: Answer | null; isFailed: boolean }): string {
  if (isFailed) return 'Search is busy. Try again in a moment.'
  if (!answer) return term ? 'Searching...' : 'Loading popular games...'
  if (!answer.games.length) return term ? `No games found matching "${term}"` : 'No games yet'
  if (answer.instead) return `No results for “${term}”. Showing “${answer.instead}”.`
  return term ? `Games found: ${answer.games.length}` : 'Popular now'
}

function marked(title: string, term: string) {
  const at = title.toLowerCase().indexOf(term.toLowerCase())
  if (at < 0) return title
  return (
    <>
      {title.slice(0, at)}
      <mark>{title.slice(at, at + term.length)}</mark>
      {title.slice(at + term.length)}
    </>
  )
}
