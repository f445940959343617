import { redirect } from 'react-router'
import { loginHref } from './login-href.ts'
import { wantsPage } from '../server/responses.server.ts'
import { findPlayer, type Player, requirePlayer } from '../server/session.server.ts'

/**
 * The player of a private page or of a form on it. A visitor is sent to sign in and then to `back`; our script, which
 * would lose what was typed, gets the 401 of `requirePlayer` for what it sends, with `message` where it has a sentence of its own.
 */
export async function playerOrLogin(request: Request, back: string, message?: string): Promise<Player> {
  const player = await findPlayer(request)
  if (player) return player
  if (request.method === 'GET' || wantsPage(request)) {
    throw redirect(loginHref(back), request.method === 'GET' ? 302 : 303)
  }
  return requirePlayer(request, message)
}
