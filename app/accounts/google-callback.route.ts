import { href, redirect } from 'react-router'
import { noticeCookie } from '../server/cookies.server.ts'
import { logAccess } from '../server/log-access.server.ts'
import { endSession, findPlayer } from '../server/session.server.ts'
import type { Route } from './+types/google-callback.route'
import { finishGoogle } from './google.server.ts'
import { noteSignedIn } from './sign-in-attempts.server.ts'
import { suspendedHref } from './suspension-note.server.ts'

/** Where Google sends the browser back to. */
export async function loader({ request }: Route.LoaderArgs) {
  const answer = await finishGoogle(request)
  if ('failure' in answer || 'suspended' in answer)
    logAccess(request, 'Sign-in refused', { reason: 'failure' in answer ? answer.failure : 'suspended' })
  if ('failure' in answer) throw redirect(`${href('/login')}?failed=${answer.failure}`)
  if ('suspended' in answer) throw redirect(suspendedHref(answer.suspended))
  await endSession(request)
  const cookie = answer.cookies.map((line) => line.split(';')[0]).join('; ')
  const player = await findPlayer(new Request(request.url, { headers: { cookie } }))
  const headers = new Headers(answer.cookies.map((cookie) => ['Set-Cookie', cookie]))
  if (player) {
    logAccess(request, 'Signed in', { player: player.id })
    headers.append('Set-Cookie', await noteSignedIn(player.email, request))
  }
  headers.append('Set-Cookie', noticeCookie('signed-in'))
  throw redirect(answer.next, { headers })
}
