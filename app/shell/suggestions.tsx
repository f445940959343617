import { type RefObject, useLayoutEffect, useState } from 'react'
import { href } from 'react-router'
import { ArrowRight } from 'lucide-react'
import { gameHref, gamesHref } from '../games/catalogue/games-href.ts'
import { SEARCH_DEBOUNCE_MS, type Suggestion, type Suggestions as Answer } from '../games/search/search-rules.ts'
import { useRead } from '../ui/use-read.ts'

type Props = {
  id: string
  term: string
  /** The form whose keys move in the list. */
  box: RefObject<HTMLFormElement | null>
  /** Is told the id of the row that is chosen, if one is. */
  onActive: (id: string | undefined) => void
  onChosen: () => void
}

const NONE: Suggestion[] = []

/** The games that match what is typed in the header's search, or popular ones before anything is typed. */
export default function Suggestions({ id, term, box, onActive, onChosen }: Props) {
  const path = href('/search') + (term && `?q=${encodeURIComponent(term)}`)
  const { data, error } = useRead<Answer>(path, term ? SEARCH_DEBOUNCE_MS : 0)
  const hits = data?.games ?? NONE
  // The last row shows all; before anything is typed there is no all.
  const rows = hits.length && hits.length + (term ? 1 : 0)
  const [at, setAt] = useState({ of: hits, row: -1 })
  // What was chosen in another list is not chosen in this one.
  const chosen = at.of === hits ? at.row : -1
  const choose = (row: number) => setAt({ of: hits, row })
  const active = chosen < 0 ? undefined : `${id}-${chosen}`

  // Before they are painted: whoever sees a list may press a key.
  useLayoutEffect(() => {
    onActive(active)
    // In braces: it gives a promise in newer browsers, which must not become the effect's clean-up.
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
    return () => onActive(undefined)
  }, [active, onActive])
  useLayoutEffect(() => {
    const form = box.current
    const move = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const link = active && event.key === 'Enter' && document.getElementById(active)
      if (event.isComposing || !((step && rows) || link)) return
      event.preventDefault()
      if (link) {
        link.click()
        onChosen()
      } else if (step) {
        // Between the last row and the first one none is chosen, and Enter submits the form.
        setAt({ of: hits, row: ((chosen + step + rows + 2) % (rows + 1)) - 1 })
      }
    }
    form?.addEventListener('keydown', move)
    return () => form?.removeEventListener('keydown', move)
  }, [box, active, chosen, hits, rows, onChosen])

  return (
    // No stop of the keyboard by itself, though it may scroll.
    <div className="suggestions" tabIndex={-1}>
      <p className={hits.length && term && !data?.instead ? 'sr-only' : 'search-message'} role="status">
        {messageOf({ term, answer: data, isFailed: error !== null })}
      </p>
      <div id={`${id}-list`} role={rows ? 'listbox' : undefined} aria-label="Games">
        {hits.map((hit, row) => (
          <a
            key={hit.slug}
            id={`${id}-${row}`}
            className="suggestion"
            href={gameHref(hit.slug)}
            role="option"
            tabIndex={-1}
            aria-selected={row === chosen}
            onPointerMove={() => choose(row)}
          >
            <img src={hit.picture} alt="" width="72" height="40" loading="lazy" />
            <span>
              <b>{marked(hit.title, data?.instead ?? term)}</b>
              <small>{hit.categories.join(', ')}</small>
            </span>
            <kbd aria-hidden="true">Enter</kbd>
          </a>
        ))}
        {rows > hits.length && (
          <a
            id={`${id}-${hits.length}`}
            className="suggestion suggestion-all"
            href={gamesHref({ q: term })}
            role="option"
            tabIndex={-1}
            aria-selected={chosen === hits.length}
            onPointerMove={() => choose(hits.length)}
          >
            See all results <ArrowRight aria-hidden="true" size={18} />
          </a>
        )}
      </div>
    </div>
  )
}

/** What the list says above its games, or in place of them; where it has games as typed only screen readers are told. */
function messageOf({ term, answer, isFailed }: { term: string; answer: Answer | null; isFailed: boolean }): string {
  if (isFailed) return 'Search is out of breath. Try again in a moment.'
  if (!answer) return term ? 'Searching...' : 'Looking for popular games...'
  if (!answer.games.length) return term ? `No games found matching "${term}"` : 'No games yet'
  if (answer.instead) return `Nothing is called “${term}”. Showing “${answer.instead}”.`
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
