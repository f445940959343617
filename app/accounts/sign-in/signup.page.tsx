import { useEffect, useState } from 'react'
import { data, href, redirect } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { nextPath } from '../next-path.ts'
import { noticeOf } from '../notice.ts'
import { readForm } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { config } from '../../server/process/config.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf, useSite } from '../../site/use-site.ts'
import { countAttempt, countAttemptOf } from '../../server/http/count-attempts.server.ts'
import { logAccess } from '../../server/process/log-access.server.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { findPlayer } from '../../server/sessions/session.server.ts'
import { Loader } from '../../ui/bulbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Checkbox, FormError, PasswordField, TextField } from '../../ui/fields/field.tsx'
import { showToast } from '../../ui/floating/toast.tsx'
import type { Route } from './+types/signup.page'
import {
  NAME_REFUSED,
  PASSWORD_WEAK,
  randomUsername,
  signUpRules,
  suspensionMessage,
  USERNAME_MAX,
  USERNAME_TAKEN,
} from '../account-rules.ts'
import { answerSignedIn } from './answer-signed-in.server.ts'
import { AuthCard, AuthFoot, withNext } from './auth-card.tsx'
import { EmailField } from '../email-field.tsx'
import { GoogleChoice } from './google-form.tsx'
import { isUsernameRefused } from '../refused-names.server.ts'
import { signUp } from './sign-up.server.ts'
import { staysForMessage, useSignedIn } from '../use-signed-in.ts'
import { isWeakPassword } from './weak-passwords.server.ts'

/** For portals without email. The address probably has an account, but the message must not reveal it. */
const REFUSED = 'Failed to create account. If you have one already, sign in with its password'

export async function loader({ request }: Route.LoaderArgs) {
  const next = nextPath(new URL(request.url).searchParams.get('next'))
  if (await findPlayer(request)) throw redirect(next)
  return { next, hasGoogle: config().google !== null }
}

export const shouldRevalidate = staysForMessage

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request)
  const { values, errors, refuse } = readForm(signUpRules, form)
  if (errors) return refuse(errors)
  const { email, password, username = randomUsername() } = values
  const formWait = await countAttempt('sign-up-form', request)
  if (formWait) return refuse({ form: tooManyMessage(formWait) }, 429)
  if (values.username && (await isUsernameRefused(values.username))) return refuse({ username: NAME_REFUSED })
  if (await isWeakPassword(password, [username, email])) return refuse({ password: PASSWORD_WEAK })
  // Also count attempts with unknown addresses: a 429 only for known addresses would reveal which addresses are known.
  const wait = (await countAttempt('sign-up', request)) || (await countAttemptOf('sign-in-account', email))
  if (wait) return refuse({ form: tooManyMessage(wait) }, 429)
  const result = await signUp({ username, email, password }, request)
  if (result.outcome === 'signed-in' || result.outcome === 'check-mail') logAccess(request, 'Signed up')
  if (result.outcome === 'username-taken') return refuse({ username: USERNAME_TAKEN }, 409)
  if (result.outcome === 'suspended') return refuse({ form: suspensionMessage(result.suspension) }, 403)
  if (result.outcome === 'refused') return refuse({ form: REFUSED }, 409)
  if (result.outcome === 'check-mail') return data({ isCreated: true })
  return answerSignedIn(request, email, result.cookie, nextPath(form.get('next')))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { fault: 'Failed to create account. Please try again in a moment.' })
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Sign Up | ${site.name}`,
    description: `Create a free account at ${site.name}: keep a wishlist, like games, take part and earn credits.`,
    path: href('/signup'),
  })
}

export default function SignUpPage({ loaderData: { next, hasGoogle } }: Route.ComponentProps) {
  const form = useForm<typeof action>(signUpRules)
  const [isLeaving, setLeaving] = useState(false)
  const site = useSite()
  const { next: destination, isCreated } = form.done ?? {}
  const { title, text } = CREATED

  useSignedIn(destination)
  useEffect(() => {
    if (isCreated) showToast({ title: noticeOf('created').title })
  }, [isCreated])

  if (isCreated) {
    return (
      <AuthCard title={title} subtitle={noticeOf('created').title}>
        <p>{text}</p>
        <p className="auth-foot">
          <ButtonLink look="primary" href={href('/login')}>
            Log in
          </ButtonLink>
        </p>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Create an Account" subtitle={`Sign up to join ${site.name}`}>
      {destination ? (
        <Loader label="Signing in" />
      ) : (
        <>
          <Form of={form}>
            <input type="hidden" name="next" value={next} />
            <TextField
              {...form.field('username')}
              label="Username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={USERNAME_MAX}
            />
            <EmailField {...form.field('email')} />
            <PasswordField {...form.field('password')} label="Password" autoComplete="new-password" />
            <Checkbox {...form.box('terms')}>
              I agree to the{' '}
              <a href={href('/terms')} target="_blank" rel="noreferrer" className="text-link">
                Terms
              </a>{' '}
              and the{' '}
              <a href={href('/privacy-policy')} target="_blank" rel="noreferrer" className="text-link">
                Privacy Policy
              </a>
            </Checkbox>
            <FormError error={form.error} />
            <Submit of={form} look="primary" size="large" busy="Creating Account..." disabled={isLeaving}>
              Create Account
            </Submit>
          </Form>
          {hasGoogle && (
            <GoogleChoice or="Or continue with" next={next} disabled={form.isBusy} onBusy={setLeaving}>
              Sign up with Google
            </GoogleChoice>
          )}
          <AuthFoot text="Already have an account?" to={withNext(href('/login'), next)}>
            Sign in
          </AuthFoot>
        </>
      )}
    </AuthCard>
  )
}

const CREATED = {
  title: 'Check your email',
  text:
    'The link in the email confirms your address. ' +
    'If it does not arrive within a few minutes, check your spam folder, or sign in to have it sent again.',
}
