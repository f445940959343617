import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import {
  DECISION_DONE,
  endOfSuspension,
  OPERATOR_STAYS,
  SELF_STAYS,
  suspensionRules,
} from '../moderation/decision-rules.ts'
import { suspend } from '../moderation/suspend.server.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/suspension.page'
import { AccountScreen } from './account-screen.tsx'
import { answerDecision } from './answer-decision.server.ts'
import { loadAccount } from './load-account.server.ts'

export async function loader({ request, params: { username } }: Route.LoaderArgs) {
  await requireOperator(request)
  const { id: _, ...owner } = await loadAccount(username)
  return { owner }
}

/** Suspends an account (docs/product.md, Moderation). */
export async function action({ request, params: { username } }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const { id: playerId } = await loadAccount(username)
  const { values, errors, refuse } = readForm(suspensionRules, await formOf(request))
  if (errors) return refuse(errors)
  const { seen, why } = values
  const outcome = await suspend({ operator, playerId, seen }, { until: endOfSuspension(values), why })
  if (outcome === 'operator') return refuse({ form: OPERATOR_STAYS }, 403)
  if (outcome === 'self') return refuse({ form: SELF_STAYS }, 403)
  return answerDecision(request, outcome, 'suspended', refuse)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: DECISION_DONE.suspended })
}

export function meta({ matches, params: { username } }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Suspend an account',
    description: 'Keeps an account from signing in for a time.',
    path: href('/admin/players/:username/suspension', { username }),
    noindex: true,
  })
}

export default function SuspensionPage({ loaderData: { owner } }: Route.ComponentProps) {
  return <AccountScreen owner={owner} />
}
