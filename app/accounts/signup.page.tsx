import { useState } from 'react'
import { data, href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useEffect } from 'react'
import { explainFailure } from '../forms/explain-failure.ts'
import { nextPath } from './next-path.ts'
import { noticeOf } from './notice.ts'
import { readForm, typed } from '../forms/read-form.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf, useSite } from '../site/use-site.ts'
import { countAttempt, countAttemptOf } from '../server/count-attempts.server.ts'
import { tooManyMessage } from '../server/rate-limit.server.ts'
import { findPlayer } from '../server/session.server.ts'
import { Loader } from '../ui/bulbs.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Checkbox, FormError, PasswordField, TextField } from '../ui/field.tsx'
import { showToast } from '../ui/toast.tsx'
import type { Route } from './+types/signup.page'
import {
  EMAIL_MAX,
  PASSWORD_COMMON,
  randomUsername,
  signUpRules,
  USERNAME_MAX,
  USERNAME_TAKEN,
} from './account-rules.ts'
import { answerSignedIn } from './answer-signed-in.server.ts'
import { AuthCard, Divider } from './auth-card.tsx'
import { GoogleForm } from './google-form.tsx'
import { isCommonPassword } from './passwords.server.ts'
import { signUp } from './sign-up.server.ts'
import { type AccountAnswer, useAccountForm } from './use-account-form.ts'

/** Where no mails are sent: an account of the address is the likely reason, but that is not told. */
const REFUSED = 'Failed to create account. If you have one already, sign in with its password'

export async function loader({ request }: Route.LoaderArgs) {
  const next = nextPath(new URL(request.url).searchParams.get('next'))
  if (await findPlayer(request)) throw redirect(next)
  return { next }
}

/** Who has just signed up here stays half a second; the loader would send them on at once. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate
}

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request)
  const kept = { username: typed(form, 'username'), email: typed(form, 'email'), terms: form.has('terms') }
  const { values, errors } = readForm(signUpRules, form)
  if (errors) return data({ errors, kept }, 400)
  if (isCommonPassword(values.password)) return data({ errors: { password: PASSWORD_COMMON }, kept }, 400)
  // It tries a password where the address is known, and counts for it where it is not, or a 429 would tell.
  const wait = (await countAttempt('sign-up', request)) || (await countAttemptOf('sign-in-account', values.email))
  if (wait) return data({ error: tooManyMessage(wait), kept }, 429)
  const { email, password, username = randomUsername() } = values
  const result = await signUp({ username, email, password }, request)
  if (result.outcome === 'username-taken') return data({ errors: { username: USERNAME_TAKEN }, kept }, 409)
  if (result.outcome === 'refused') return data({ error: REFUSED, kept }, 409)
  if (result.outcome === 'check-mail') return data({ isCreated: true })
  return answerSignedIn(request, result.cookies, nextPath(form.get('next')))
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const { errors } = readForm(signUpRules, await request.clone().formData())
  return errors ? { errors } : explainFailure(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Sign Up | ${site.name}`,
    description: `Create a free account at ${site.name}: keep a wishlist, like games, take part and earn credits.`,
    path: href('/signup'),
  })
}

type Answer = AccountAnswer & {
  kept?: { username: string; email: string; terms: boolean }
  /** The account waits for the click in its mail. */
  isCreated?: boolean
}

export default function SignUpPage({ loaderData: { next } }: Route.ComponentProps) {
  const { Form, form, answer, isBusy, isSignedIn } = useAccountForm<Answer>()
  const [isLeaving, setLeaving] = useState(false)
  const site = useSite()
  const disabled = isBusy || isLeaving
  const { errors, error, kept, isCreated } = answer ?? {}
  const { title, text } = CREATED

  useEffect(() => {
    if (isCreated) showToast({ title: noticeOf('created').title })
  }, [isCreated])

  if (isCreated) {
    return (
      <AuthCard title={title} subtitle={noticeOf('created').title}>
        <p>{text}</p>
        <p className="auth-foot">
          <ButtonLink look="primary" href={href('/login')}>
            Go to Login
          </ButtonLink>
        </p>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Create an Account" subtitle={`Sign up to join ${site.name}`}>
      {isSignedIn ? (
        <Loader label="Signing in" />
      ) : (
        <>
          <Form ref={form} method="post" className="form" noValidate>
            <input type="hidden" name="next" value={next} />
            <TextField
              label="Username"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={USERNAME_MAX}
              defaultValue={kept?.username}
              error={errors?.username}
            />
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              placeholder="you@example.com"
              maxLength={EMAIL_MAX}
              defaultValue={kept?.email}
              error={errors?.email}
            />
            <PasswordField label="Password" name="password" autoComplete="new-password" error={errors?.password} />
            <Checkbox name="terms" defaultChecked={kept?.terms} error={errors?.terms}>
              I agree to the{' '}
              <a href={href('/terms')} target="_blank" rel="noreferrer" className="text-link">
                Terms
              </a>{' '}
              and the{' '}
              <a href={href('/privacy-policy')} target="_blank" rel="noreferrer" className="text-link">
                Privacy Policy
              </a>
            </Checkbox>
            <FormError error={isBusy ? undefined : error} />
            <Button type="submit" look="primary" size="large" disabled={disabled}>
              {isBusy ? 'Creating Account...' : 'Create Account'}
            </Button>
          </Form>
          <Divider>Or continue with</Divider>
          <GoogleForm next={next} disabled={disabled} onBusy={setLeaving}>
            Sign up with Google
          </GoogleForm>
          <p className="auth-foot">
            Already have an account?{' '}
            <a
              href={next === '/' ? href('/login') : `${href('/login')}?next=${encodeURIComponent(next)}`}
              className="text-link"
            >
              Sign in
            </a>
          </p>
        </>
      )}
    </AuthCard>
  )
}

const CREATED = {
  title: 'Check your email',
  text: 'The link in the mail confirms your address. If none comes within a few minutes, look among the unwanted mails, or sign in: then we send it again.',
}
