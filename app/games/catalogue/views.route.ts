import { limit } from '../../server/rate-limit.server.ts'
import { findPlayer } from '../../server/session.server.ts'
import type { Route } from './+types/views.route'
import { countView } from './count-views.server.ts'
import { noteRecentGame } from '../recent/recent-games.server.ts'

/**
 * POST: the frame of a game has loaded for the first time on this page. The server decides whether it counts; for a player
 * it is the game played last.
 */
export async function action({ request, params }: Route.ActionArgs) {
  await limit('views', request)
  if (!/^[1-9]\d{0,8}$/.test(params.id)) return new Response(null, { status: 404 })
  countView(request, Number(params.id))
  const player = await findPlayer(request)
  if (player) await noteRecentGame(player.id, Number(params.id))
  return new Response(null, { status: 204 })
}

/** A view is only ever reported, never read. */
export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
