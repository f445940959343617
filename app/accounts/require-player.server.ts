import { redirect } from 'react-router'
import { loginHref } from './login-href.ts'
import { wantsPage } from '../server/http/responses.server.ts'
import { findPlayer, type Player, requirePlayer } from '../server/sessions/session.server.ts'

/**
 * Returns the player for a private page or its forms. Redirects visitors to the sign-in page, and from there to `back`.
 * If our script sent the request, a redirect would lose the input, so it throws the 401 of `requirePlayer` instead,
 * with `message` if given.
 */
export async function playerOrLogin(request: Request, back: string, message?: string): Promise<Player> {
  const player = await findPlayer(request)
  if (player) return player
  if (request.method === 'GET' || wantsPage(request)) {
    throw redirect(loginHref(back), request.method === 'GET' ? 302 : 303)
  }
  return requirePlayer(request, message)
}
