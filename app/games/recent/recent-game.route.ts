import { NO_GAME } from '../catalogue/no-game.ts'
import { idOf } from '../../server/http/responses.server.ts'
import { requirePlayer } from '../../server/sessions/session.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/recent-game.route'
import { removeRecentGame } from './recent-games.server.ts'

export const handle: RouteHandle = { methods: ['DELETE'] }

/** DELETE removes the game from the list of games that the signed-in player recently played. */
export async function action({ request, params }: Route.ActionArgs) {
  const player = await requirePlayer(request)
  await removeRecentGame(player.id, idOf(params.gameId, NO_GAME))
  return new Response(null, { status: 204 })
}
