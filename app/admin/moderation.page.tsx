import { href } from 'react-router'
import { requireStaff } from '../accounts/operators/require-staff.server.ts'
import { readModeratedItems } from '../moderation/moderated-items.server.ts'
import { listWaiting } from '../moderation/waiting.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/moderation.page'
import { DecidedList } from './decided-list.tsx'
import { ApproveForm, RemoveForm } from './decision-forms.tsx'
import { ModerationFrame } from './moderation-frame.tsx'
import { CursorPagination } from '../ui/cursor-pagination.tsx'
import { ModerationCard } from './moderation-card.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'moderation')
  const after = new URL(request.url).searchParams.get('after')
  const { subjects, next } = await listWaiting(after)
  return { items: await readModeratedItems(subjects), next, isFirst: after === null }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Moderation',
    description: 'Review posts and comments that are pending or reported.',
    path: href('/admin/moderation'),
    noindex: true,
  })
}

/** Items that wait for an operator, longest waiting first. */
export default function ModerationPage({ loaderData: { items, next, isFirst } }: Route.ComponentProps) {
  const here = href('/admin/moderation')
  return (
    <ModerationFrame>
      {items.length ? (
        <DecidedList title="Waiting" items={items} keyOf={({ subject: { kind, id } }) => `${kind}-${id}`}>
          {(item) => (
            <ModerationCard item={item}>
              <ApproveForm item={item} />
              {item.subject.kind !== 'player' && <RemoveForm item={item} />}
            </ModerationCard>
          )}
        </DecidedList>
      ) : (
        <EmptyState title={isFirst ? 'Nothing to review' : 'No more to review'}>
          Posts and comments that are pending review or reported appear here until you decide.
        </EmptyState>
      )}
      <CursorPagination
        start={isFirst ? null : here}
        next={next && `${here}?after=${encodeURIComponent(next)}`}
        labels={{ start: 'Back to the start', next: 'More' }}
      />
    </ModerationFrame>
  )
}
