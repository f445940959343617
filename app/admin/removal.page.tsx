import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { DECISION_DONE, removalRules } from '../moderation/decision-rules.ts'
import { remove } from '../moderation/decide.server.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/removal.page'
import { answerDecision, loadThing, subjectOf } from './answer-decision.server.ts'
import { DecisionScreen } from './decision-screen.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  await requireOperator(request)
  return { thing: await loadThing(request) }
}

/** Removes a post, a comment or a picture (docs/product.md, Moderation). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const subject = subjectOf(request)
  const { values, errors, refuse } = readForm(removalRules, await formOf(request))
  if (errors) return refuse(errors)
  const outcome = await remove({ operator, subject, seen: values.seen }, values.why)
  return answerDecision(request, outcome, 'removed', refuse)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: DECISION_DONE.removed })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Remove',
    description: 'Removes a post, a comment or a picture.',
    path: href('/admin/moderation/removal'),
    noindex: true,
  })
}

export default function RemovalPage({ loaderData: { thing } }: Route.ComponentProps) {
  return <DecisionScreen thing={thing} />
}
