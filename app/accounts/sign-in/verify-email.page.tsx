import { data, href, redirect } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { noticeCookie } from '../../server/sessions/cookies.server.ts'
import { readForm, fieldText } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { Loader } from '../../ui/bulbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError, PasswordField } from '../../ui/fields/field.tsx'
import type { Route } from './+types/verify-email.page'
import { resetRules } from '../account-rules.ts'
import { answerSignedIn } from './answer-signed-in.server.ts'
import { AuthCard } from './auth-card.tsx'
import { confirmEmail, readConfirmation } from './confirm-email.server.ts'
import { countSignIn } from './sign-in-attempts.server.ts'
import { signIn } from './sign-in.server.ts'
import { suspendedHref } from '../operators/suspension-note.server.ts'
import { staysForMessage, useSignedIn } from '../use-signed-in.ts'

/** The URL grants access to an account, so it must not be cached. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

/**
 * Opening the link only shows the form: mail scanners open links, and would otherwise confirm an account that somebody
 * else created with this address.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { token, ...(await readConfirmation(token)) }
}

export const shouldRevalidate = staysForMessage

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request)
  const token = fieldText(form, 'token')
  const { found, email } = await readConfirmation(token)
  if (found === 'wrong' || found === 'expired') return data({ found }, 400)
  if (found === 'before') return confirmedBefore()
  const { values, errors, refuse } = readForm(resetRules, form)
  if (errors) return refuse(errors)
  const wait = await countSignIn(email, request)
  if (wait) return refuse({ form: tooManyMessage(wait) }, 429)
  const outcome = await confirmEmail(token, values.password)
  if (outcome === 'wrong-password') return refuse({ form: WRONG }, 401)
  if (outcome === 'wrong' || outcome === 'expired') return data({ found: outcome }, 400)
  const result = await signIn({ email, password: values.password }, request)
  // The address is now confirmed, so this page no longer has a form that could show the message.
  if (result.outcome === 'suspended') return redirect(suspendedHref(result.suspension), 303)
  if (result.outcome !== 'signed-in') return confirmedBefore()
  return answerSignedIn(request, email, result.cookie, href('/'))
}

function confirmedBefore() {
  return redirect(href('/'), { status: 303, headers: { 'Set-Cookie': noticeCookie('confirmed-before') } })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Confirm your email address | ${site.name}`,
    description: `Confirm the email address of your account at ${site.name}.`,
    path: href('/verify-email'),
    noindex: true,
  })
}

const WRONG = 'Wrong password. Enter the one that you chose when you signed up'

const USELESS = {
  before: {
    title: 'Your address is confirmed',
    text: 'It was already confirmed, so there is nothing left to do. Sign in and play.',
  },
  expired: {
    title: 'This link has expired',
    text: 'Confirmation links work for three days. Sign in with your password, and we will send you a new one.',
  },
  wrong: {
    title: 'This link does not work',
    text:
      'Part of it may be missing. ' +
      'Copy the whole link from the email, or sign in with your password to get a new link.',
  },
}

export default function VerifyEmailPage({ loaderData }: Route.ComponentProps) {
  const form = useForm<typeof action>(resetRules)
  useSignedIn(form.done?.next)
  const found = form.done?.found ?? loaderData.found
  if (found !== 'good') {
    const { title, text } = USELESS[found]
    return (
      <AuthCard title={title} subtitle={text}>
        <ButtonLink look="primary" size="large" href={href('/login')}>
          Log in
        </ButtonLink>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Confirm your email address"
      subtitle={`Enter the password that you chose when you signed up with ${loaderData.email}.`}
    >
      {form.done ? (
        <Loader label="Signing in" />
      ) : (
        <>
          <Form of={form}>
            <input type="hidden" name="token" value={loaderData.token} />
            {/* Identifies the account for password managers. */}
            <input type="email" autoComplete="username" defaultValue={loaderData.email} readOnly hidden />
            <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
            <FormError error={form.error} />
            <Submit of={form} look="primary" size="large" busy="Confirming...">
              Confirm and sign in
            </Submit>
          </Form>
          <p className="auth-foot">
            Don't know the password, or did someone else sign up with your address?{' '}
            <a href={href('/forgot-password')} className="text-link">
              Choose a new one
            </a>
          </p>
        </>
      )}
    </AuthCard>
  )
}
