import { Plus } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { type Submission, runOperatorForm } from '../../accounts/operators/run-operator-form.server.ts'
import { fieldText, refuseIntent } from '../../forms/read-form.ts'
import { RefusedNote } from '../../forms/refused-note.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CursorPagination } from '../../ui/cursor-pagination.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import '../../accounts/operators/console.css'
import type { Route } from './+types/games.page'
import { BulkNotes } from './bulk/bulk-notes.tsx'
import { listOpenActions } from './bulk/find-bulk-action.server.ts'
import './bulk/bulk.css'
import './edit/managed-game.css'
import { GamesFilters } from './table/games-filters.tsx'
import { GamesTable } from './table/games-table.tsx'
import { GamesViews } from './table/games-views.tsx'
import { loadGamesTable } from './table/list-managed-games.server.ts'
import { deleteView, listSavedViews, saveView } from './table/saved-views.server.ts'
import {
  countLabel,
  gamesTableHref,
  readGamesQuery,
  setFilters,
  viewDeletionRules,
  viewRules,
} from './table/table-rules.ts'
import './table/games-filters.css'
import './table/games-table.css'
import './table/play-drawer.css'

export async function loader({ request }: Route.LoaderArgs) {
  const operator = await requireStaff(request, 'games')
  const query = readGamesQuery(new URL(request.url).searchParams)
  const [table, views, actions] = await Promise.all([
    loadGamesTable(query),
    listSavedViews(),
    listOpenActions(operator.id),
  ])
  return { query, views, actions, ...table }
}

/** Saves or deletes a view. */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const form = await formOf(request)
  const { search } = new URL(request.url)
  const submission: Submission = { request, form, redirectTo: href('/admin/games') + search }
  switch (fieldText(form, 'intent')) {
    case 'save-view':
      return runOperatorForm(submission, {
        rules: viewRules,
        done: 'View saved',
        run: ({ name, query }) => saveView(operator, name, query),
      })
    case 'delete-view':
      return runOperatorForm(submission, {
        rules: viewDeletionRules,
        done: 'View deleted',
        run: ({ id }) => deleteView(operator, id),
      })
    default:
      return refuseIntent()
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Games',
    description: 'Find and manage all games, public or not.',
    path: href('/admin/games'),
    noindex: true,
  })
}

/** All games with filters, saved views and bulk actions. */
export default function GamesPage({ loaderData }: Route.ComponentProps) {
  const { query, games, count, next, providers, views, actions } = loaderData
  return (
    <>
      <div className="games-head">
        <h1>Games</h1>
        <p role="status">{countLabel(count)}</p>
        <ButtonLink href={href('/admin/games/new')}>
          <Plus aria-hidden="true" /> Add a game
        </ButtonLink>
      </div>
      <RefusedNote />
      <BulkNotes actions={actions} back={gamesTableHref(query)} />
      <GamesViews query={query} views={views} />
      <GamesFilters query={query} providers={providers} />
      {games.length ? (
        <GamesTable query={query} games={games} count={count} />
      ) : (
        <Nothing isFiltered={query.q !== '' || setFilters(query).length > 0} />
      )}
      <CursorPagination
        start={query.after ? gamesTableHref({ ...query, after: 0 }) : null}
        next={next === null ? null : gamesTableHref({ ...query, after: next })}
        labels={{ start: 'First page', next: 'Next page' }}
      />
    </>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No games found" action={<ButtonLink href={gamesTableHref()}>Show all games</ButtonLink>}>
      No game matches the search and all filters.
    </EmptyState>
  ) : (
    <EmptyState title="No games yet">Games appear here once a feed is imported or one of your own is added.</EmptyState>
  )
}
