import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { cleanTerm, SEARCH_TERM_LENGTH } from '../../games/search/search-rules.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import type { Route } from './+types/search.page'
import { Hit } from './hit.tsx'
import { searchConsole } from './search-console.server.ts'
import { type HitGroup, KIND_LABELS } from './search-rules.ts'

export async function loader({ request }: Route.LoaderArgs) {
  const staff = await requireStaff(request)
  const term = cleanTerm(new URL(request.url).searchParams.get('q') ?? '')
  return { term, groups: await searchConsole(staff, term) }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Search',
    description: 'Search games, players, posts and pages.',
    path: href('/admin/search'),
    noindex: true,
  })
}

/** The results of the console's search. */
export default function SearchPage({ loaderData: { term, groups } }: Route.ComponentProps) {
  return (
    <div className="console-results">
      <h1>{term ? `Results for “${term}”` : 'Search'}</h1>
      <form key={term} className="console-results-form" role="search" aria-label="Everything">
        <TextField
          label="Search games, players, posts and pages"
          name="q"
          type="search"
          defaultValue={term}
          maxLength={SEARCH_TERM_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit">Search</Button>
      </form>
      {groups.map((group) => (
        <HitSection key={group.kind} {...group} />
      ))}
      {!groups.length && (
        <EmptyState title={term ? 'No results' : 'Nothing to search for yet'}>
          {term
            ? `No game, player, post or page matches “${term}”.`
            : 'Type a title, a name, an email address or a game’s id.'}
        </EmptyState>
      )}
    </div>
  )
}

function HitSection({ kind, hits }: HitGroup) {
  return (
    <section aria-labelledby={`hits-${kind}`}>
      <h2 id={`hits-${kind}`}>{KIND_LABELS[kind]}</h2>
      <ul>
        {hits.map((hit) => (
          <li key={hit.to}>
            <a className="hit" href={hit.to}>
              <Hit kind={kind} hit={hit} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
