import { data, href, redirect } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { noticeCookie } from '../../server/sessions/cookies.server.ts'
import { readForm, fieldText } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { countAttempt } from '../../server/http/count-attempts.server.ts'
import { logAccess } from '../../server/process/log-access.server.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { endedSessionCookie, endSession } from '../../server/sessions/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError, PasswordField } from '../../ui/fields/field.tsx'
import type { Route } from './+types/reset-password.page'
import { PASSWORD_WEAK, resetRules } from '../account-rules.ts'
import { AuthCard, BackToLogin } from './auth-card.tsx'
import { readMailToken } from './mail-tokens.server.ts'
import { resetPassword } from './reset-password.server.ts'

/** The URL grants access to an account, so it must not be cached. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const { state } = await readMailToken('reset', token)
  return { token, state }
}

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request)
  const { values, errors, refuse } = readForm(resetRules, form)
  if (errors) return refuse(errors)
  const wait = await countAttempt('sign-in', request)
  if (wait) return refuse({ form: tooManyMessage(wait) }, 429)
  const state = await resetPassword(fieldText(form, 'token'), values.password, request)
  if (state === 'weak') return refuse({ password: PASSWORD_WEAK })
  if (state !== 'good') return data({ state }, 400)
  logAccess(request, 'Password reset')
  await endSession(request)
  const headers = new Headers({ 'Set-Cookie': endedSessionCookie() })
  headers.append('Set-Cookie', noticeCookie('password-changed'))
  return redirect(href('/login'), { status: 303, headers })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Choose a new password | ${site.name}`,
    description: `Choose a new password for your account at ${site.name}.`,
    path: href('/reset-password'),
    noindex: true,
  })
}

const USELESS = {
  used: {
    title: 'This link has already been used',
    text: 'Each link changes the password once. To change it again, request a new link.',
  },
  expired: {
    title: 'This link has expired',
    text: 'Links for a new password work for one hour. Please request a new one.',
  },
  wrong: {
    title: 'This link does not work',
    text: 'Part of it may be missing. Copy the whole link from the email, or request a new link.',
  },
}

export default function ResetPasswordPage({ loaderData }: Route.ComponentProps) {
  const form = useForm<typeof action>(resetRules)
  const state = form.done?.state ?? loaderData.state
  if (state !== 'good') {
    const { title, text } = USELESS[state]
    return (
      <AuthCard title={title} subtitle={text}>
        <ButtonLink look="primary" size="large" href={href('/forgot-password')}>
          Request a new link
        </ButtonLink>
        <BackToLogin />
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Choose a new password" subtitle="This signs you out on all devices.">
      <Form of={form}>
        <input type="hidden" name="token" value={loaderData.token} />
        <PasswordField {...form.field('password')} label="New password" autoComplete="new-password" />
        <FormError error={form.error} />
        <Submit of={form} look="primary" size="large" busy="Saving...">
          Save the new password
        </Submit>
      </Form>
    </AuthCard>
  )
}
