import { href } from 'react-router'
import { requireStaff } from '../accounts/operators/require-staff.server.ts'
import { refuseIntent, fieldText } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { approve, remove, restore } from '../moderation/decide.server.ts'
import { DECISION_DONE, removalRules, showingRules } from '../moderation/moderation-rules.ts'
import { readSubject, type Subject } from '../moderation/subject.server.ts'
import { findModeratedItem } from '../moderation/moderated-items.server.ts'
import { notFound } from '../server/http/responses.server.ts'
import { formOf } from '../server/http/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/decision.page'
import { runOperatorForm } from '../accounts/operators/run-operator-form.server.ts'
import { ApproveForm, RemoveForm, RestoreForm } from './decision-forms.tsx'
import { ModerationFrame } from './moderation-frame.tsx'
import { NO_SUCH_ITEM } from './no-longer-there.ts'
import { ModerationCard } from './moderation-card.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'moderation')
  const item = await findModeratedItem(subjectOf(request))
  if (!item) throw notFound(NO_SUCH_ITEM)
  return { item }
}

/** Approves, removes or restores a post, a comment, a picture or a profile (docs/product.md#operators-decisions). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'moderation')
  const target = { operator, subject: subjectOf(request) }
  const form = await formOf(request)
  const submission = { request, form, redirectTo: href('/admin/moderation') }
  switch (fieldText(form, 'intent')) {
    case 'approve':
      return runOperatorForm(submission, {
        rules: showingRules,
        done: DECISION_DONE.approved,
        run: (seen) => approve({ ...target, ...seen }),
      })
    case 'remove':
      return runOperatorForm(submission, {
        rules: removalRules,
        done: DECISION_DONE.removed,
        run: ({ seen, why }) => remove({ ...target, seen }, why),
      })
    case 'restore':
      return runOperatorForm(
        { request, form, redirectTo: href('/admin/moderation/removed') },
        { rules: showingRules, done: DECISION_DONE.restored, run: (seen) => restore({ ...target, ...seen }) },
      )
    default:
      return refuseIntent()
  }
}

/** Reads the item that `?kind=` and `?id=` name; throws a 404 if they name nothing. */
function subjectOf(request: Request): Subject {
  const subject = readSubject(new URL(request.url).searchParams)
  if (!subject) throw notFound(NO_SUCH_ITEM)
  return subject
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Decide',
    description: 'Decide on a post, a comment, a picture or a profile.',
    path: href('/admin/moderation/decision'),
    noindex: true,
  })
}

/** One item with all possible decisions. Without JavaScript, forms of the lists lead here if they are rejected. */
export default function DecisionPage({ loaderData: { item } }: Route.ComponentProps) {
  const { subject, state, reasons } = item
  const isRemoved = state === 'removed'
  return (
    <ModerationFrame>
      <ModerationCard item={item}>
        {isRemoved && <RestoreForm item={item} />}
        {(state === 'held' || (!isRemoved && reasons.length > 0)) && <ApproveForm item={item} />}
        {!isRemoved && subject.kind !== 'player' && <RemoveForm item={item} isOpen />}
      </ModerationCard>
    </ModerationFrame>
  )
}
