import { href, redirect } from 'react-router'
import { plain, wantsPage } from '../../server/http/responses.server.ts'
import { findPlayer, SIGNED_OUT } from '../../server/sessions/session.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/spin.route'
import { REWARDS_LOGIN } from '../rewards-href.ts'
import { spinWheel } from './spin-wheel.server.ts'

export const handle: RouteHandle = { methods: ['GET', 'POST'] }

/**
 * POST: spins the wheel, or returns the result of today's earlier spin. Reads only the session from the request.
 * Without JavaScript, the form's response redirects to the rewards page.
 */
export async function action({ request }: Route.ActionArgs) {
  const player = await findPlayer(request)
  const spin = player && (await spinWheel(player.id))
  if (wantsPage(request)) return redirect(spin ? href('/rewards') : REWARDS_LOGIN, 303)
  return spin ? Response.json(spin) : plain(401, SIGNED_OUT)
}

export function loader() {
  return redirect(href('/rewards'))
}
