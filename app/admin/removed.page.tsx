import { href } from 'react-router'
import { requireStaff } from '../accounts/operators/require-staff.server.ts'
import { formatMoment } from '../lib/dates.ts'
import { listRemoved } from '../moderation/decided.server.ts'
import { beforeOf } from '../server/http/responses.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/removed.page'
import { DecidedList } from './decided-list.tsx'
import { RestoreForm } from './decision-forms.tsx'
import { ModerationFrame } from './moderation-frame.tsx'
import { CursorPagination, NEWEST_FIRST } from '../ui/cursor-pagination.tsx'
import { ModerationCard } from './moderation-card.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'moderation')
  const before = beforeOf(request)
  return { ...(await listRemoved(before)), isNewest: before === null }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Removed posts and comments',
    description: 'Review and restore posts and comments that operators removed.',
    path: href('/admin/moderation/removed'),
    noindex: true,
  })
}

/** Removed posts and comments, the last removed first. */
export default function RemovedPage({ loaderData: { removed, older, isNewest } }: Route.ComponentProps) {
  const here = href('/admin/moderation/removed')
  return (
    <ModerationFrame title="Removed posts and comments">
      {removed.length ? (
        <DecidedList title="Removed" items={removed} keyOf={({ subject: { kind, id } }) => `${kind}-${id}`}>
          {(item) => (
            <ModerationCard
              item={item}
              note={
                <p className="quiet">
                  By {item.decision.who}, {formatMoment(item.decision.at)}
                </p>
              }
            >
              <RestoreForm item={item} />
            </ModerationCard>
          )}
        </DecidedList>
      ) : (
        <EmptyState title={isNewest ? 'Nothing removed' : 'No older entries'}>
          Posts and comments that operators removed appear here and can be restored.
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
