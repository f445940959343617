import { href, redirect } from 'react-router'
import { noticeCookie } from '../../server/sessions/cookies.server.ts'
import { logAccess } from '../../server/process/log-access.server.ts'
import { endSession } from '../../server/sessions/session.server.ts'
import type { Route } from './+types/google-callback.route'
import { recordSignIn } from './sign-in-attempts.server.ts'
import { finishGoogle } from './google.server.ts'
import { suspendedHref } from '../operators/suspension-note.server.ts'

export async function loader({ request }: Route.LoaderArgs) {
  const answer = await finishGoogle(request)
  if ('failure' in answer || 'suspension' in answer) {
    logAccess(request, 'Sign-in refused', { reason: 'failure' in answer ? answer.failure : 'suspended' })
    throw redirect(
      'failure' in answer ? `${href('/login')}?failed=${answer.failure}` : suspendedHref(answer.suspension),
    )
  }
  const { cookie, next, player } = answer
  await endSession(request)
  logAccess(request, 'Signed in', { player: player.id })
  const headers = new Headers({ 'Set-Cookie': cookie })
  headers.append('Set-Cookie', await recordSignIn(player.email, request))
  headers.append('Set-Cookie', noticeCookie('signed-in'))
  throw redirect(next, { headers })
}
