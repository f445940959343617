import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { DECISION_DONE, showingRules } from '../moderation/decision-rules.ts'
import { approve } from '../moderation/decide.server.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/approval.page'
import { answerDecision, loadThing, subjectOf } from './answer-decision.server.ts'
import { DecisionScreen } from './decision-screen.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  await requireOperator(request)
  return { thing: await loadThing(request) }
}

/** Shows what was held back, and closes reports of it (docs/product.md, Moderation). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const subject = subjectOf(request)
  const { values, errors, refuse } = readForm(showingRules, await formOf(request))
  if (errors) return refuse(errors)
  const outcome = await approve({ operator, subject, ...values })
  return answerDecision(request, outcome, 'approved', refuse)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: DECISION_DONE.approved })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Approve',
    description: 'Shows what was held back, and closes reports of it.',
    path: href('/admin/moderation/approval'),
    noindex: true,
  })
}

export default function ApprovalPage({ loaderData: { thing } }: Route.ComponentProps) {
  return <DecisionScreen thing={thing} />
}
