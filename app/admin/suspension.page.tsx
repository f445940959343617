import { href } from 'react-router'
import { requireStaff } from '../accounts/operators/require-staff.server.ts'
import { refuseIntent, fieldText } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { formatMoment } from '../lib/dates.ts'
import { findOwner } from '../moderation/decided.server.ts'
import { DECISION_DONE, decisionRules, endOfSuspension, suspensionRules } from '../moderation/moderation-rules.ts'
import { liftSuspension, suspend } from '../moderation/suspend.server.ts'
import { notFound } from '../server/http/responses.server.ts'
import { formOf } from '../server/http/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/suspension.page'
import { runOperatorForm } from '../accounts/operators/run-operator-form.server.ts'
import { ModerationFrame } from './moderation-frame.tsx'
import { NO_SUCH_ITEM } from './no-longer-there.ts'
import { OwnerLine } from './owner-line.tsx'
import { LiftForm, SuspendForm } from './suspension-forms.tsx'

export async function loader({ request, params: { username } }: Route.LoaderArgs) {
  await requireStaff(request, 'moderation')
  const { id: _, ...owner } = await loadOwner(username)
  return { owner }
}

/** Suspends an account, or lifts its suspension (docs/product.md#suspensions). */
export async function action({ request, params: { username } }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'moderation')
  const { id: playerId } = await loadOwner(username)
  const form = await formOf(request)
  const submission = { request, form, redirectTo: href('/admin/moderation/suspended') }
  switch (fieldText(form, 'intent')) {
    case 'suspend':
      return runOperatorForm(submission, {
        rules: suspensionRules,
        done: DECISION_DONE.suspended,
        run: ({ seen, why, ...length }) =>
          suspend({ operator, playerId, seen }, { until: endOfSuspension(length), why }),
      })
    case 'lift':
      return runOperatorForm(submission, {
        rules: decisionRules,
        done: DECISION_DONE.lifted,
        run: ({ seen }) => liftSuspension({ operator, playerId, seen }),
      })
    default:
      return refuseIntent()
  }
}

/** Finds the account with a username; throws a 404 if there is none. */
async function loadOwner(username: string) {
  const owner = /^[\w.-]{1,30}$/.test(username) ? await findOwner(username) : null
  if (!owner) throw notFound(NO_SUCH_ITEM)
  return owner
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches, params: { username } }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Suspend an account',
    description: 'Temporarily prevent an account from signing in.',
    path: href('/admin/players/:username/suspension', { username }),
    noindex: true,
  })
}

/** An account that an operator may suspend, or that is suspended. */
export default function SuspensionPage({ loaderData: { owner } }: Route.ComponentProps) {
  const { username, isOperator, suspendedUntil, suspendedWhy } = owner
  return (
    <ModerationFrame title="Suspension">
      <article className="console-card console-card-alone">
        <h2>{suspendedUntil ? `@${username} is suspended` : `Suspend @${username}?`}</h2>
        <OwnerLine owner={owner} isAlone />
        {suspendedUntil && (
          <>
            <p className="console-card-text">
              Until {formatMoment(new Date(suspendedUntil))}: {suspendedWhy}
            </p>
            <LiftForm owner={owner} />
            <h3>Change duration or reason</h3>
          </>
        )}
        {isOperator ? (
          <p>Operators cannot be suspended.</p>
        ) : (
          <>
            <p>
              All sessions of the account end immediately, and it cannot sign in until the suspension ends. Its posts
              and comments stay.
            </p>
            <SuspendForm owner={owner} />
          </>
        )}
      </article>
    </ModerationFrame>
  )
}
