import { data, href, redirect } from 'react-router'
import { explainFailure } from '../lib/explain-failure.ts'
import { noticeCookie } from '../lib/notice.ts'
import { typed } from '../lib/read-form.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../lib/seo.ts'
import { siteOf } from '../lib/use-site.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import type { Route } from './+types/verify-email.page'
import { AuthCard } from './auth-card.tsx'
import { confirmEmail, readConfirmation } from './confirm-email.server.ts'
import { type AccountAnswer, useAccountForm } from './use-account-form.ts'

/** Its address opens an account: it is kept nowhere. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

/**
 * Opening the link changes nothing yet, pressing the button does: programs that look through mails open links, and would
 * confirm an account that somebody else made with this address.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const found = await readConfirmation(token)
  return { token, found }
}

export async function action({ request }: Route.ActionArgs) {
  const found = await confirmEmail(typed(await formOf(request), 'token'))
  if (found === 'wrong' || found === 'expired') return data({ found }, 400)
  const notice = noticeCookie(found === 'good' ? 'confirmed' : 'confirmed-before')
  return redirect(href('/'), { status: 303, headers: { 'Set-Cookie': notice } })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return explainFailure(serverAction)
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

const USELESS = {
  before: {
    title: 'Your address is confirmed',
    text: 'It was confirmed before, so there is nothing left to do. Sign in and play.',
  },
  expired: {
    title: 'This link has run out',
    text: 'It worked for three days. Sign in with your password, and we mail you a new one.',
  },
  wrong: {
    title: 'This link does not work',
    text: 'Perhaps a part of it was cut off: copy the whole address from the mail. Or sign in with your password, and we mail you a new link.',
  },
}

export default function VerifyEmailPage({ loaderData }: Route.ComponentProps) {
  const { Form, form, answer, isBusy } = useAccountForm<AccountAnswer & { found?: 'wrong' | 'expired' }>()
  const found = answer?.found ?? loaderData.found
  if (found !== 'good') {
    const { title, text } = USELESS[found]
    return (
      <AuthCard title={title} subtitle={text}>
        <ButtonLink look="primary" size="large" href={href('/login')}>
          Go to Login
        </ButtonLink>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Confirm your email address" subtitle="One click, and you can sign in.">
      <Form ref={form} method="post" className="form">
        <input type="hidden" name="token" value={loaderData.token} />
        <FormError error={isBusy ? undefined : answer?.error} />
        <Button type="submit" look="primary" size="large" disabled={isBusy}>
          {isBusy ? 'Confirming...' : 'Confirm my address'}
        </Button>
      </Form>
    </AuthCard>
  )
}
