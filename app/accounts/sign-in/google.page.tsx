import { useEffect } from 'react'
import { data, href, redirect } from 'react-router'
import { refuseForm } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { nextPath } from '../next-path.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { wantsPage } from '../../server/http/responses.server.ts'
import { countAttempt } from '../../server/http/count-attempts.server.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { Loader } from '../../ui/bulbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/google.page'
import { AuthCard } from './auth-card.tsx'
import { beginGoogle } from './google.server.ts'
import { GOOGLE_FAILURES } from '../account-rules.ts'

/** POST: begins a Google sign-in. Only the portal's own form can begin one. */
export async function action({ request }: Route.ActionArgs) {
  const next = nextPath((await formOf(request)).get('next'))
  const wait = await countAttempt('sign-in', request)
  if (wait) return refuseForm(tooManyMessage(wait), 429)
  const url = await beginGoogle(next)
  if (url) return data({ url })
  if (!wantsPage(request)) return refuseForm(GOOGLE_FAILURES.google, 503)
  return redirect(`${href('/login')}?failed=google&next=${encodeURIComponent(next)}`, 303)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Sign in with Google | ${site.name}`,
    description: `Sign in to ${site.name} with a Google account.`,
    path: href('/login/google'),
    noindex: true,
  })
}

/**
 * The page is shown only without JavaScript. Browsers would block a redirect to Google: `form-action` allows only our
 * own origin, and browsers also apply it to the redirect after a form.
 */
export default function GooglePage({ actionData }: Route.ComponentProps) {
  const url = actionData && 'url' in actionData ? actionData.url : null
  const error = actionData && 'errors' in actionData ? actionData.errors.form : null
  useEffect(() => {
    if (url) location.replace(url)
  }, [url])
  return (
    <AuthCard
      title="Sign in with Google"
      subtitle={
        error ??
        (url ? 'You are being redirected to Google.' : 'If nothing happens, use the button on the sign-in page.')
      }
    >
      {url && (
        <noscript>
          <meta httpEquiv="refresh" content={`0;url=${url}`} />
        </noscript>
      )}
      {url && <Loader label="Going to Google" />}
      <p className="auth-foot">
        <ButtonLink look="primary" href={url ?? href('/login')}>
          {url ? 'Continue to Google' : 'Back to Login'}
        </ButtonLink>
      </p>
    </AuthCard>
  )
}
