import { data, href } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { readForm } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { config } from '../../server/process/config.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { countAttempt } from '../../server/http/count-attempts.server.ts'
import { sendMail } from '../../server/mail/mail.server.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import type { Route } from './+types/forgot-password.page'
import { forgotRules } from '../account-rules.ts'
import { AuthCard, BackToLogin } from './auth-card.tsx'
import { EmailField } from '../email-field.tsx'

export function loader() {
  return { sendsMail: config().smtp !== null }
}

/** Responds without looking up the address, so that the response does not reveal whether an account uses it. */
export async function action({ request }: Route.ActionArgs) {
  const { values, errors, refuse } = readForm(forgotRules, await formOf(request))
  if (errors) return refuse(errors)
  const wait = await countAttempt('reset-mail', request)
  if (wait) return refuse({ form: tooManyMessage(wait) }, 429)
  await sendMail({ kind: 'reset', to: values.email })
  return data({ sentTo: values.email })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Forgot password | ${site.name}`,
    description: `Choose a new password for your account at ${site.name}: we email you a link.`,
    path: href('/forgot-password'),
    noindex: true,
  })
}

export default function ForgotPasswordPage({ loaderData: { sendsMail } }: Route.ComponentProps) {
  const form = useForm<typeof action>(forgotRules)
  if (form.done && !sendsMail) {
    return (
      <AuthCard
        title="Now ask the operators"
        subtitle={
          `If ${form.done.sentTo} belongs to an account, ` +
          'the operators now have a link for choosing a new password.'
        }
      >
        <p>
          This portal has no mail server, so it cannot send you the link. Write to the operators from that address. Once
          they know that it is yours, they will give you the link. It works for one hour.
        </p>
        <ButtonLink look="primary" size="large" href={href('/contact')} className="auth-contact">
          Contact the operators
        </ButtonLink>
        <BackToLogin />
      </AuthCard>
    )
  }
  if (form.done) {
    return (
      <AuthCard
        title="Check your email"
        subtitle={`If ${form.done.sentTo} belongs to an account, we have sent an email with a link to it.`}
      >
        <p>
          The link works for one hour. If no email arrives, check your spam folder and the spelling of your address.
        </p>
        <BackToLogin />
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Forgot your password?"
      subtitle={
        sendsMail
          ? 'Enter your email address, and we will send you a link for choosing a new one.'
          : 'This portal has no mail server. Enter your email address, and the operators will get a link for you.'
      }
    >
      <Form of={form}>
        <EmailField {...form.field('email')} />
        <FormError error={form.error} />
        <Submit of={form} look="primary" size="large" busy={sendsMail ? 'Sending...' : 'Creating...'}>
          {sendsMail ? 'Send the link' : 'Create the link'}
        </Submit>
      </Form>
      <BackToLogin />
    </AuthCard>
  )
}
