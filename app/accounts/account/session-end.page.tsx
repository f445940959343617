import { href, redirect } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { readForm } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formDone, notFound, wantsPage } from '../../server/http/responses.server.ts'
import { countAttemptOf } from '../../server/http/count-attempts.server.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError, PasswordField } from '../../ui/fields/field.tsx'
import { showToast } from '../../ui/floating/toast.tsx'
import type { Route } from './+types/session-end.page'
import { hasPassword, isPasswordOf } from './change-password.server.ts'
import { PASSWORD_WRONG, sessionEndRules } from '../profile/profile-rules.ts'
import { playerOrLogin } from '../require-player.server.ts'
import { endOtherSessions, endSessionOf, listSessions, replaceToken } from './list-sessions.server.ts'

/** Replaces a session's id in the URL to end all sessions except the current one. */
const OTHERS = 'others'
const ENDED = 'That session has already ended.'

export async function loader({ request, params: { id } }: Route.LoaderArgs) {
  const player = await playerOrLogin(request, href('/account/sessions/:id/end', { id }))
  const session = (await listSessions(player)).find((one) => one.id === id)
  if (id !== OTHERS && !session) throw notFound(ENDED)
  return { device: session?.device ?? null, email: player.email, hasPassword: await hasPassword(player.id) }
}

/**
 * Ends one of the signed-in player's own sessions (404 for any other session), or all except the current one, after
 * checking the password.
 */
export async function action({ request, params: { id } }: Route.ActionArgs) {
  const player = await playerOrLogin(request, href('/account'))
  const { values, errors, refuse } = readForm(sessionEndRules, await formOf(request))
  if (errors) return refuse(errors)
  if (id !== OTHERS && !(await listSessions(player)).some((session) => session.id === id)) throw notFound(ENDED)
  if (await hasPassword(player.id)) {
    const wait = await countAttemptOf('sign-in-account', `password of ${player.id}`)
    if (wait) return refuse({ form: tooManyMessage(wait) }, 429)
    if (!(await isPasswordOf(player.id, values.current ?? ''))) return refuse({ current: PASSWORD_WRONG })
    await replaceToken(player)
  }
  if (id === OTHERS) await endOtherSessions(player)
  else await endSessionOf(player.id, id)
  const done = doneOf(id)
  return wantsPage(request) ? formDone(request, href('/account'), done) : redirect(href('/account'), 303)
}

export async function clientAction({ serverAction, params: { id } }: Route.ClientActionArgs) {
  try {
    return await sendForm(serverAction, { failed: 'The session was not ended' })
  } catch (redirected) {
    showToast({ title: doneOf(id) })
    throw redirected
  }
}

function doneOf(id: string): string {
  return id === OTHERS ? 'All other sessions ended' : 'Session ended'
}

export function meta({ matches, params: { id } }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'End a session',
    description: 'Sign out on another device.',
    path: href('/account/sessions/:id/end', { id }),
    noindex: true,
  })
}

/** Requires the password, so that an attacker with a stolen session cannot end the owner's sessions. */
export default function SessionEndPage({
  loaderData: { device, email, hasPassword },
  params: { id },
}: Route.ComponentProps) {
  const form = useForm<typeof action>(sessionEndRules, { action: href('/account/sessions/:id/end', { id }) })
  return (
    <div className="account-alone">
      <h1>{device ? `End the session of ${device}?` : 'End all other sessions?'}</h1>
      <section className="text-card">
        <Form of={form}>
          {/* Identifies the account for password managers. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <p>{device ? 'That device is signed out.' : 'This signs you out on all other devices.'}</p>
          {hasPassword && (
            <PasswordField
              {...form.field('current')}
              label="Current password"
              autoComplete="current-password"
              required
            />
          )}
          <FormError error={form.error} />
          <div className="form-actions">
            <ButtonLink look="quiet" href={href('/account')}>
              Back to your account
            </ButtonLink>
            <Submit of={form} busy="Ending...">
              End
            </Submit>
          </div>
        </Form>
      </section>
    </div>
  )
}
