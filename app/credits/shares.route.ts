import { idOf, notFound } from '../server/http/responses.server.ts'
import { limit } from '../server/http/rate-limit.server.ts'
import { requirePlayer } from '../server/sessions/session.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import type { Route } from './+types/shares.route'
import { shareGame } from './share-game.server.ts'

const NO_GAME = 'This game doesn’t exist.'

export const handle: RouteHandle = { methods: ['POST'] }

/**
 * POST: records that a player copied a game's link or opened a share page for the game. Responds with the credits
 * earned and the balance.
 */
export async function action({ request, params }: Route.ActionArgs) {
  await limit('reactions', request)
  const player = await requirePlayer(request)
  const shared = await shareGame(player.id, idOf(params.id, NO_GAME))
  if (!shared) throw notFound(NO_GAME)
  return Response.json(shared)
}
