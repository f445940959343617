import { useEffect, useState } from 'react'
import { href, redirect } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { nextPath } from '../next-path.ts'
import { readForm } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { config } from '../../server/process/config.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf, useSite } from '../../site/use-site.ts'
import { logAccess } from '../../server/process/log-access.server.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { findPlayer } from '../../server/sessions/session.server.ts'
import { Loader } from '../../ui/bulbs.tsx'
import { FormError, PasswordField } from '../../ui/fields/field.tsx'
import { showToast } from '../../ui/floating/toast.tsx'
import type { Route } from './+types/login.page'
import { GOOGLE_FAILURES, signInRules, suspensionMessage } from '../account-rules.ts'
import { answerSignedIn } from './answer-signed-in.server.ts'
import { AuthCard, AuthFoot, withNext } from './auth-card.tsx'
import { EmailField } from '../email-field.tsx'
import { GoogleChoice } from './google-form.tsx'
import { countSignIn } from './sign-in-attempts.server.ts'
import { signIn } from './sign-in.server.ts'
import { readSuspension } from '../operators/suspension-note.server.ts'
import { staysForMessage, useSignedIn } from '../use-signed-in.ts'

const WRONG = 'Wrong email or password'
/**
 * With a mail server, also for an unconfirmed address. Otherwise one could sign up with any address and learn from the
 * next sign-in whether it had an account.
 */
const WRONG_OR_UNCONFIRMED = `${WRONG}. If your address is not confirmed yet, first open the link in our email`

export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const next = nextPath(searchParams.get('next'))
  if (await findPlayer(request)) throw redirect(next)
  return { next, failure: failureOf(searchParams), hasGoogle: config().google !== null }
}

/** Returns the message after a failed Google sign-in. */
function failureOf(query: URLSearchParams): string | undefined {
  const suspension = readSuspension(query.get('suspended') ?? '')
  if (suspension) return suspensionMessage(suspension)
  const failed = query.get('failed') ?? ''
  return Object.hasOwn(GOOGLE_FAILURES, failed) ? GOOGLE_FAILURES[failed as keyof typeof GOOGLE_FAILURES] : undefined
}

export const shouldRevalidate = staysForMessage

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request)
  const { values, errors, refuse } = readForm(signInRules, form)
  if (errors) return refuse(errors)
  const wait = await countSignIn(values.email, request)
  if (wait) {
    logAccess(request, 'Sign-in refused', { reason: 'too many attempts' })
    return refuse({ form: tooManyMessage(wait) }, 429)
  }
  const result = await signIn(values, request)
  if (result.outcome !== 'signed-in') logAccess(request, 'Sign-in refused', { reason: result.outcome })
  if (result.outcome === 'suspended') return refuse({ form: suspensionMessage(result.suspension) }, 403)
  if (result.outcome !== 'signed-in') return refuse({ form: config().smtp ? WRONG_OR_UNCONFIRMED : WRONG }, 401)
  logAccess(request, 'Signed in')
  return answerSignedIn(request, values.email, result.cookie, nextPath(form.get('next')))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { fault: 'Failed to log in. Please try again in a moment.' })
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Login | ${site.name}`,
    description: `Sign in to ${site.name} to keep a wishlist, like games and earn credits.`,
    path: href('/login'),
  })
}

export default function LoginPage({ loaderData: { next, failure, hasGoogle } }: Route.ComponentProps) {
  const site = useSite()
  const form = useForm<typeof action>(signInRules)
  const [isLeaving, setLeaving] = useState(false)
  useSignedIn(form.done?.next)
  useEffect(() => {
    if (failure) showToast({ title: failure, tone: 'error' })
  }, [failure])
  return (
    <AuthCard title="Welcome Back" subtitle={`Sign in to continue to ${site.name}`}>
      {form.done ? (
        <Loader label="Signing in" />
      ) : (
        <>
          <Form of={form}>
            <input type="hidden" name="next" value={next} />
            <EmailField {...form.field('email')} />
            <PasswordField
              {...form.field('password')}
              label="Password"
              autoComplete="current-password"
              hint={
                <a href={href('/forgot-password')} className="text-link">
                  Forgot password?
                </a>
              }
            />
            <FormError error={form.error ?? (form.isBusy || form.refusal ? undefined : failure)} />
            <Submit of={form} look="primary" size="large" busy="Signing in..." disabled={isLeaving}>
              Sign in
            </Submit>
          </Form>
          {hasGoogle && (
            <GoogleChoice or="or" next={next} disabled={form.isBusy} onBusy={setLeaving}>
              Sign in with Google
            </GoogleChoice>
          )}
          <AuthFoot text="No account yet?" to={withNext(href('/signup'), next)}>
            Sign up
          </AuthFoot>
        </>
      )}
    </AuthCard>
  )
}
