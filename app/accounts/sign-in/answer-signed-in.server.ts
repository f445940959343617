import { data, redirect } from 'react-router'
import { noticeCookie } from '../../server/sessions/cookies.server.ts'
import { wantsPage } from '../../server/http/responses.server.ts'
import { endSession } from '../../server/sessions/session.server.ts'
import { recordSignIn } from './sign-in-attempts.server.ts'

/**
 * Responds to a form that signed in a player: sets the session in `cookie` and ends the browser's previous session. Our
 * script gets `next` and navigates there after it has shown a message. Without JavaScript, the response redirects to
 * `next` with a notice.
 */
export async function answerSignedIn(request: Request, email: string, cookie: string, next: string) {
  await endSession(request)
  const headers = new Headers({ 'Set-Cookie': cookie })
  headers.append('Set-Cookie', await recordSignIn(email, request))
  if (!wantsPage(request)) return data({ next }, { headers })
  headers.append('Set-Cookie', noticeCookie('signed-in'))
  return redirect(next, { status: 303, headers })
}
