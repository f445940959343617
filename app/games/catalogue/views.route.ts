import { idOf } from '../../server/http/responses.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { findPlayer } from '../../server/sessions/session.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/views.route'
import { countView } from './count-views.server.ts'
import { NO_GAME } from './no-game.ts'
import { recordRecentGame } from '../recent/recent-games.server.ts'

export const handle: RouteHandle = { methods: ['POST'] }

/**
 * POST: the game's frame has loaded for the first time since the page was opened. The server decides whether the view
 * counts. For a player, it also records the game as the most recently played one.
 */
export async function action({ request, params }: Route.ActionArgs) {
  await limit('views', request)
  const id = idOf(params.id, NO_GAME)
  countView(request, id)
  const player = await findPlayer(request)
  if (player) await recordRecentGame(player.id, id)
  return new Response(null, { status: 204 })
}
