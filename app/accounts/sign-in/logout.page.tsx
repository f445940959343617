import { data, href, redirect } from 'react-router'
import { failureOf } from '../../forms/failures.ts'
import { deleteDrafts } from '../../forms/forget-draft.ts'
import { noticeCookie } from '../../server/sessions/cookies.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { usePlayer } from '../use-player.ts'
import { siteOf } from '../../site/use-site.ts'
import { wantsPage } from '../../server/http/responses.server.ts'
import { logAccess } from '../../server/process/log-access.server.ts'
import { endedSessionCookie, endSession } from '../../server/sessions/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { showToast } from '../../ui/floating/toast.tsx'
import { noticeOf } from '../notice.ts'
import { postToTabs } from '../tabs.ts'
import type { Route } from './+types/logout.page'
import { AuthCard } from './auth-card.tsx'
import { SignOutForm } from './sign-out-form.tsx'

/** POST: ends the session on the server and in the browser. Signing out twice is not an error. */
export async function action({ request }: Route.ActionArgs) {
  await endSession(request)
  logAccess(request, 'Signed out')
  // Do not clear the browser's storage, which contains a guest's saved data and consent.
  const headers = new Headers({ 'Set-Cookie': endedSessionCookie(), 'Clear-Site-Data': '"cache"' })
  if (!wantsPage(request)) return data({ isSignedOut: true }, { headers })
  headers.append('Set-Cookie', noticeCookie('signed-out'))
  return redirect(href('/login'), { status: 303, headers })
}

/**
 * Reports the outcome, since the button can be on any page. The shell then opens the sign-in page
 * (app/shell/sign-in-events.tsx). Returns null after a failure.
 */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const signedOut = await serverAction()
    deleteDrafts()
    showToast(noticeOf('signed-out'))
    postToTabs('signed-out')
    return signedOut
  } catch (thrown) {
    showToast({ title: 'Failed to log out', text: failureOf(thrown).sentence, tone: 'error' })
    return null
  }
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `Logout | ${site.name}`,
    description: `Sign out of ${site.name} on this device.`,
    path: href('/logout'),
    noindex: true,
  })
}

export default function LogoutPage() {
  const player = usePlayer()
  if (!player) {
    return (
      <AuthCard title="You are signed out" subtitle="You are not signed in on this device.">
        <ButtonLink look="primary" href={href('/login')}>
          Login
        </ButtonLink>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Logout" subtitle={`You are signed in as ${player.username}.`}>
      <SignOutForm className="button button-primary button-large">Logout</SignOutForm>
    </AuthCard>
  )
}
