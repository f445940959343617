import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { DECISION_DONE, decisionRules } from '../moderation/decision-rules.ts'
import { liftSuspension } from '../moderation/suspend.server.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/suspension-end.page'
import { AccountScreen } from './account-screen.tsx'
import { answerDecision } from './answer-decision.server.ts'
import { loadAccount } from './load-account.server.ts'

export async function loader({ request, params: { username } }: Route.LoaderArgs) {
  await requireOperator(request)
  const { id: _, ...owner } = await loadAccount(username)
  return { owner }
}

/** Lifts a suspension (docs/product.md, Moderation). */
export async function action({ request, params: { username } }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const { id: playerId } = await loadAccount(username)
  const { values, errors, refuse } = readForm(decisionRules, await formOf(request))
  if (errors) return refuse(errors)
  const outcome = await liftSuspension({ operator, playerId, seen: values.seen })
  return answerDecision(request, outcome, 'lifted', refuse)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: DECISION_DONE.lifted })
}

export function meta({ matches, params: { username } }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Lift a suspension',
    description: 'Lets an account sign in again.',
    path: href('/admin/players/:username/suspension/end', { username }),
    noindex: true,
  })
}

/** Where a form leads without script when another operator was faster. */
export default function SuspensionEndPage({ loaderData: { owner } }: Route.ComponentProps) {
  return <AccountScreen owner={owner} />
}
