import { data, href } from 'react-router'
import { explainFailure } from '../forms/explain-failure.ts'
import { readForm, typed } from '../forms/read-form.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { countAttempt } from '../server/count-attempts.server.ts'
import { sendMail } from '../server/mail.server.ts'
import { tooManyMessage } from '../server/rate-limit.server.ts'
import { Button } from '../ui/button.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import type { Route } from './+types/forgot-password.page'
import { EMAIL_MAX, forgotRules } from './account-rules.ts'
import { AuthCard } from './auth-card.tsx'
import { type AccountAnswer, useAccountForm } from './use-account-form.ts'

/** The same answer for an address with an account and for one without: nobody looks before it is given. */
export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request)
  const { values, errors } = readForm(forgotRules, form)
  const email = typed(form, 'email')
  if (errors) return data({ errors, email }, 400)
  const wait = await countAttempt('reset-mail', request)
  if (wait) return data({ error: tooManyMessage(wait), email }, 429)
  await sendMail({ kind: 'reset', to: values.email })
  return data({ sentTo: values.email })
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const { errors } = readForm(forgotRules, await request.clone().formData())
  return errors ? { errors } : explainFailure(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Forgot password | ${site.name}`,
    description: `Choose a new password for your account at ${site.name}: we mail you a link.`,
    path: href('/forgot-password'),
    noindex: true,
  })
}

export default function ForgotPasswordPage() {
  const { Form, form, answer, isBusy } = useAccountForm<AccountAnswer & { email?: string; sentTo?: string }>()
  const { errors, error, email, sentTo } = answer ?? {}
  if (sentTo) {
    return (
      <AuthCard
        title="Check your email"
        subtitle={`If ${sentTo} belongs to an account, a mail with a link is on its way to it.`}
      >
        <p>
          The link works for one hour. If no mail comes, look among the unwanted ones, or check how you wrote the
          address.
        </p>
        <p className="auth-foot">
          <a href={href('/login')} className="text-link">
            Back to Login
          </a>
        </p>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Forgot your password?"
      subtitle="Enter your email address, and we mail you a link to choose a new one."
    >
      <Form ref={form} method="post" className="form" noValidate>
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
        <FormError error={isBusy ? undefined : error} />
        <Button type="submit" look="primary" size="large" disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Send the link'}
        </Button>
      </Form>
      <p className="auth-foot">
        <a href={href('/login')} className="text-link">
          Back to Login
        </a>
      </p>
    </AuthCard>
  )
}
