import { data, redirect } from 'react-router'
import { noticeCookie } from '../server/cookies.server.ts'
import { wantsPage } from '../server/responses.server.ts'
import { endSession } from '../server/session.server.ts'
import { noteSignedIn } from './sign-in-attempts.server.ts'

/**
 * What a form is answered that has signed somebody in: `cookie` begins the session, the one that the browser had is ended.
 * Our script gets `next` and goes there when its message was seen; without it the page changes at once and tells there.
 */
export async function answerSignedIn(request: Request, email: string, cookie: string, next: string) {
  await endSession(request)
  const headers = new Headers({ 'Set-Cookie': cookie })
  headers.append('Set-Cookie', await noteSignedIn(email, request))
  if (!wantsPage(request)) return data({ next }, { headers })
  headers.append('Set-Cookie', noticeCookie('signed-in'))
  return redirect(next, { status: 303, headers })
}
