import { useState } from 'react'
import { data, href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { explainFailure } from '../forms/explain-failure.ts'
import { nextPath } from './next-path.ts'
import { readForm, typed } from '../forms/read-form.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf, useSite } from '../site/use-site.ts'
import { tooManyMessage } from '../server/rate-limit.server.ts'
import { findPlayer } from '../server/session.server.ts'
import { Loader } from '../ui/bulbs.tsx'
import { Button } from '../ui/button.tsx'
import { FormError, PasswordField, TextField } from '../ui/field.tsx'
import type { Route } from './+types/login.page'
import { EMAIL_MAX, signInRules } from './account-rules.ts'
import { answerSignedIn } from './answer-signed-in.server.ts'
import { AuthCard, Divider } from './auth-card.tsx'
import { GoogleForm } from './google-form.tsx'
import { GOOGLE_FAILURES } from './google-rules.ts'
import { countSignIn, noteSignedIn } from './sign-in-attempts.server.ts'
import { signIn } from './sign-in.server.ts'
import { type AccountAnswer, useAccountForm } from './use-account-form.ts'

const WRONG = 'Wrong email or password'
const UNCONFIRMED = 'Please confirm your email address first: we have sent you a mail with a link'

export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const next = nextPath(searchParams.get('next'))
  if (await findPlayer(request)) throw redirect(next)
  const failed = searchParams.get('failed') ?? ''
  return {
    next,
    failure: Object.hasOwn(GOOGLE_FAILURES, failed)
      ? GOOGLE_FAILURES[failed as keyof typeof GOOGLE_FAILURES]
      : undefined,
  }
}

/** Who has just signed in here stays half a second; the loader would send them on at once. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate
}

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request)
  const email = typed(form, 'email')
  const { values, errors } = readForm(signInRules, form)
  if (errors) return data({ errors, email }, 400)
  const wait = await countSignIn(values.email, request)
  if (wait) return data({ error: tooManyMessage(wait), email }, 429)
  const result = await signIn(values, request)
  if (result.outcome !== 'signed-in')
    return data({ error: result.outcome === 'wrong' ? WRONG : UNCONFIRMED, email }, 401)
  await noteSignedIn(values.email, request)
  return answerSignedIn(request, result.cookies, nextPath(form.get('next')))
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const { errors } = readForm(signInRules, await request.clone().formData())
  return errors ? { errors } : explainFailure(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Login | ${site.name}`,
    description: `Sign in to ${site.name} to keep a wishlist, like games and earn credits.`,
    path: href('/login'),
  })
}

export default function LoginPage({ loaderData: { next, failure } }: Route.ComponentProps) {
  const site = useSite()
  const { Form, form, answer, isBusy, isSignedIn } = useAccountForm<AccountAnswer & { email?: string }>()
  const [isLeaving, setLeaving] = useState(false)
  const disabled = isBusy || isLeaving
  const { errors, error, email } = answer ?? {}
  return (
    <AuthCard title="Welcome Back" subtitle={`Sign in to continue to ${site.name}`}>
      {isSignedIn ? (
        <Loader label="Signing in" />
      ) : (
        <>
          <Form ref={form} method="post" className="form" noValidate>
            <input type="hidden" name="next" value={next} />
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              placeholder="you@example.com"
              maxLength={EMAIL_MAX}
              defaultValue={email}
              error={errors?.email}
            />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              hint={
                <a href={href('/forgot-password')} className="text-link">
                  Forgot password?
                </a>
              }
              error={errors?.password}
            />
            <FormError error={isBusy ? undefined : (error ?? failure)} />
            <Button type="submit" look="primary" size="large" disabled={disabled}>
              {isBusy ? 'Signing in...' : 'Sign in'}
            </Button>
          </Form>
          <Divider>or</Divider>
          <GoogleForm next={next} disabled={disabled} onBusy={setLeaving}>
            Sign in with Google
          </GoogleForm>
          <p className="auth-foot">
            No account yet?{' '}
            <a
              href={next === '/' ? href('/signup') : `${href('/signup')}?next=${encodeURIComponent(next)}`}
              className="text-link"
            >
              Sign up
            </a>
          </p>
        </>
      )}
    </AuthCard>
  )
}
