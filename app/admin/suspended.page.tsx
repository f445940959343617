import { href } from 'react-router'
import { requireStaff } from '../accounts/operators/require-staff.server.ts'
import { formatMoment } from '../lib/dates.ts'
import { listSuspended } from '../moderation/decided.server.ts'
import { beforeOf } from '../server/http/responses.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/suspended.page'
import { DecidedList } from './decided-list.tsx'
import { ModerationFrame } from './moderation-frame.tsx'
import { CursorPagination, NEWEST_FIRST } from '../ui/cursor-pagination.tsx'
import { OwnerLine } from './owner-line.tsx'
import { LiftForm } from './suspension-forms.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'moderation')
  const before = beforeOf(request)
  return { ...(await listSuspended(before)), isNewest: before === null }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Suspended accounts',
    description: 'Review accounts that temporarily cannot sign in.',
    path: href('/admin/moderation/suspended'),
    noindex: true,
  })
}

/** Accounts that are suspended now, the last suspended first. */
export default function SuspendedPage({ loaderData: { suspended, older, isNewest } }: Route.ComponentProps) {
  const here = href('/admin/moderation/suspended')
  return (
    <ModerationFrame title="Suspended accounts">
      {suspended.length ? (
        <DecidedList title="Suspended" items={suspended} keyOf={({ owner }) => owner.username}>
          {({ owner, decision }) => (
            <article className="console-card" aria-label={`@${owner.username}`}>
              <OwnerLine owner={owner} />
              <p className="console-card-text">{owner.suspendedWhy}</p>
              <p className="quiet">
                By {decision.who}, {formatMoment(decision.at)}
              </p>
              <LiftForm owner={owner} />
            </article>
          )}
        </DecidedList>
      ) : (
        <EmptyState title={isNewest ? 'No suspended accounts' : 'No older suspensions'}>
          Accounts that temporarily cannot sign in appear here. Suspensions end automatically.
        </EmptyState>
      )}
      <CursorPagination
        start={isNewest ? null : here}
        next={older === null ? null : `${here}?before=${older}`}
        labels={NEWEST_FIRST}
      />
    </ModerationFrame>
  )
}
