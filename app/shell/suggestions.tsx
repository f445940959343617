import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { href } from 'react-router'
import { gameHref } from '../games/catalogue/games-href.ts'
import type { Suggestion } from '../games/search/search-rules.ts'

// One retry and no fetch on focus (docs/product.md, Search).
const client = new QueryClient({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 60_000 } },
})

type Props = {
  id: string
  term: string
  /** Whether the term has stood long enough to be asked for. */
  settled: boolean
  chosen: number
  onHits: (term: string, hits: Suggestion[]) => void
  onPoint: (at: number) => void
}

const NONE: Suggestion[] = []

export default function Suggestions(props: Props) {
  return (
    <QueryClientProvider client={client}>
      <List {...props} />
    </QueryClientProvider>
  )
}

function List({ id, term, settled, chosen, onHits, onPoint }: Props) {
  const { data, isError } = useQuery({
    queryKey: ['search', term],
    queryFn: ({ signal }) => search(term, signal),
    enabled: settled,
  })
  const hits = data ?? NONE
  // Before they are painted: whoever sees a list may press a key.
  const isAnswered = data !== undefined || (isError && settled)
  useLayoutEffect(() => {
    if (isAnswered) onHits(term, hits)
  }, [isAnswered, term, hits, onHits])
  useEffect(() => {
    // In braces: it gives a promise in newer browsers, which must not become the effect's clean-up.
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  const message =
    isError && settled
      ? 'Search is out of breath. Try again in a moment.'
      : data
        ? `No games found matching "${term}"`
        : 'Searching...'
  return (
    <div className="suggestions" id={`${id}-list`} role={hits.length ? 'listbox' : undefined} aria-label="Games">
      {hits.map((hit, at) => (
        <a
          key={hit.slug}
          id={`${id}-${at}`}
          className="suggestion"
          href={gameHref(hit.slug)}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          onPointerMove={() => onPoint(at)}
        >
          <img src={hit.picture} alt="" width="72" height="40" loading="lazy" />
          <span className="min-w-0">
            <b>{marked(hit.title, term)}</b>
            <small>{hit.categories.join(', ')}</small>
          </span>
          <kbd aria-hidden="true">Enter</kbd>
        </a>
      ))}
      {!hits.length && (
        <p className="search-message" role="status">
          {message}
        </p>
      )}
    </div>
  )
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

async function search(term: string, signal: AbortSignal): Promise<Suggestion[]> {
  const answer = await fetch(`${href('/search')}?q=${encodeURIComponent(term)}`, { signal })
  if (!answer.ok) throw new Error(`search answered ${answer.status}`)
  return ((await answer.json()) as { games: Suggestion[] }).games
}
