import { X } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { runOperatorForm } from '../../../accounts/operators/run-operator-form.server.ts'
import { fieldText, refuseIntent } from '../../../forms/read-form.ts'
import { RefusedNote } from '../../../forms/refused-note.tsx'
import { sendForm } from '../../../forms/send-form.ts'
import { freeSlot } from '../../../server/http/fair-queue.server.ts'
import { formOf } from '../../../server/http/request-body.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ClearLink } from '../../../ui/floating/clear-link.tsx'
import { CursorPagination } from '../../../ui/cursor-pagination.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TabsNav } from '../../../ui/tabs-nav.tsx'
import '../../../accounts/operators/console.css'
import { BulkNotes } from '../../management/bulk/bulk-notes.tsx'
import { listOpenActions } from '../../management/bulk/find-bulk-action.server.ts'
import '../../management/bulk/bulk.css'
import '../../management/edit/managed-game.css'
import '../../management/table/play-drawer.css'
import { BROKEN_LISTS, type BrokenList, brokenGamesHref, type BrokenQuery, readBrokenQuery } from '../health-rules.ts'
import type { Route } from './+types/broken-games.page'
import { checkAgain, dismissWarnings, hideBroken } from './act-on-broken.server.ts'
import { BrokenGames } from './broken-list.tsx'
import { BROKEN_BYTES, gamesIn, hideBrokenRules, noFields } from './broken-rules.ts'
import { DownHosts } from './down-hosts.tsx'
import { listBrokenGames, listDownHosts } from './list-broken-games.server.ts'
import './broken-games.css'
import './evidence.css'

export async function loader({ request }: Route.LoaderArgs) {
  const operator = await requireStaff(request, 'games')
  const query = readBrokenQuery(new URL(request.url).searchParams)
  const [list, hosts, actions] = await Promise.all([
    listBrokenGames(query),
    listDownHosts(),
    listOpenActions(operator.id),
  ])
  return { query, ...list, hosts, actions }
}

/** Hides games, dismisses warnings, or checks games again (docs/product.md#broken-games). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const form = await formOf(request, BROKEN_BYTES)
  const ids = gamesIn(form)
  const { search } = new URL(request.url)
  const submission = { request, form, redirectTo: href('/admin/broken-games') + search }
  switch (fieldText(form, 'intent')) {
    case 'hide':
      return runOperatorForm(submission, {
        rules: hideBrokenRules,
        done: 'Hidden',
        run: ({ reason }) => hideBroken(operator, ids, reason),
      })
    case 'dismiss':
      return runOperatorForm(submission, {
        rules: noFields,
        done: 'Dismissed',
        run: () => dismissWarnings(operator, ids),
      })
    case 'check':
      return runOperatorForm(submission, {
        rules: noFields,
        done: 'Checked',
        run: () => {
          // A check waits for another server.
          freeSlot()
          return checkAgain(operator, ids)
        },
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
    title: 'Broken games',
    description: 'Review games that appear broken, with the evidence.',
    path: href('/admin/broken-games'),
    noindex: true,
  })
}

/** Games that appear broken, each with its evidence, and hosts that fail as a whole. */
export default function BrokenGamesPage({ loaderData }: Route.ComponentProps) {
  const { query, games, next, hosts, actions } = loaderData
  return (
    <div className="broken">
      <h1>Broken games</h1>
      <p className="broken-intro">
        These games fail to start, visitors leave them at once or report them, or their addresses no longer work. A
        quarantined game is not public. It becomes public again automatically once a check finds that it works.
      </p>
      <RefusedNote />
      <BulkNotes actions={actions} back={brokenGamesHref(query)} />
      <DownHosts hosts={hosts} />
      <BrokenLists query={query} />
      {games.length ? (
        <BrokenGames key={brokenGamesHref(query)} games={games} query={query} />
      ) : (
        <Nothing query={query} isBesideHosts={hosts.length > 0} />
      )}
      <CursorPagination
        start={query.after ? brokenGamesHref({ ...query, after: 0 }) : null}
        next={next === null ? null : brokenGamesHref({ ...query, after: next })}
        labels={{ start: 'First page', next: 'Next page' }}
      />
    </div>
  )
}

/** The lists as tabs, and the host to which the list is limited. */
function BrokenLists({ query }: { query: BrokenQuery }) {
  return (
    <>
      <TabsNav className="console-tabs" label="Lists">
        {Object.entries(BROKEN_LISTS).map(([list, label]) => (
          <a
            key={list}
            href={brokenGamesHref({ list: list as BrokenList, host: query.host })}
            aria-current={list === query.list ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </TabsNav>
      {query.host && (
        <ul className="chips" aria-label="Filters">
          <li>
            <ClearLink className="chip chip-large" href={brokenGamesHref({ list: query.list })}>
              <span>Host: {query.host}</span> <X aria-hidden="true" />
              <span className="sr-only">Remove this filter</span>
            </ClearLink>
          </li>
        </ul>
      )}
    </>
  )
}

function Nothing({ query, isBesideHosts }: { query: BrokenQuery; isBesideHosts: boolean }) {
  return query.list || query.host ? (
    <EmptyState title="No games here" action={<ButtonLink href={brokenGamesHref()}>Show all broken games</ButtonLink>}>
      No game matches these filters.
    </EmptyState>
  ) : (
    <EmptyState title={isBesideHosts ? 'No other broken games' : 'No broken games'}>
      {isBesideHosts ? 'Apart from the hosts above, nothing' : 'Nothing'} points to a broken game. The portal checks the
      address of each game at least every 30 days.
    </EmptyState>
  )
}
