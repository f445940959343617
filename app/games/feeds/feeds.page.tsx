import { Plus } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { countOf } from '../../lib/text.ts'
import { beforeOf } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CursorPagination, NEWEST_FIRST } from '../../ui/cursor-pagination.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/feeds.page'
import { FeedsTable } from './list/feeds-table.tsx'
import { listFeeds } from './list/list-feeds.server.ts'
import { RunsList } from './list/runs-list.tsx'
import { listProviders } from './providers/find-provider.server.ts'
import { listPageOfRuns } from './list/page-of-runs.server.ts'
import '../../accounts/operators/console.css'
import './feeds.css'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const before = beforeOf(request)
  const [feeds, { runs, older }, providers] = await Promise.all([
    listFeeds(),
    listPageOfRuns({ before }),
    listProviders(),
  ])
  const labels = Object.fromEntries(providers.map(({ name, label }) => [name, label]))
  return { feeds, runs, older, labels, isNewest: before === null }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Feeds',
    description: 'Manage the feeds that games come from.',
    path: href('/admin/feeds'),
    noindex: true,
  })
}

/** All feeds, and the latest runs of feeds and of the `import` command (docs/product.md#feeds). */
export default function FeedsPage({ loaderData: { feeds, runs, older, labels, isNewest } }: Route.ComponentProps) {
  const here = href('/admin/feeds')
  return (
    <div className="feeds">
      <header className="feeds-head">
        <h1>Feeds</h1>
        {feeds.length > 0 && (
          <>
            <p>{countOf(feeds.length, 'feed')}</p>
            <ButtonLink look="primary" href={href('/admin/feeds/new')}>
              <Plus aria-hidden="true" /> Add a feed
            </ButtonLink>
          </>
        )}
      </header>
      {feeds.length ? <FeedsTable feeds={feeds} labels={labels} /> : <NoFeeds />}
      {(runs.length > 0 || !isNewest) && (
        <section className="feeds-runs" aria-labelledby="runs">
          <h2 id="runs">Latest runs</h2>
          <RunsList runs={runs} />
          <CursorPagination
            start={isNewest ? null : here}
            next={older === null ? null : `${here}?before=${older}`}
            labels={NEWEST_FIRST}
          />
        </section>
      )}
    </div>
  )
}

function NoFeeds() {
  return (
    <EmptyState
      title="No feeds yet"
      action={
        <ButtonLink look="primary" href={href('/admin/feeds/new')}>
          Add your first feed
        </ButtonLink>
      }
    >
      A feed is a list of games that a provider offers as a file or at an address. You can review the changes of a feed
      before you apply them.
    </EmptyState>
  )
}
