import { idOf, notFound, plain } from '../server/http/responses.server.ts'
import { requirePlayer } from '../server/sessions/session.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import type { Route } from './+types/entry.route'
import { WISHLIST_MESSAGES } from './wishlist-rules.ts'
import { addWish, removeWish } from './wishlist.server.ts'

export const handle: RouteHandle = { methods: ['PUT', 'DELETE'] }

/** PUT adds the game to the signed-in player's wishlist, and DELETE removes it. Both are idempotent. */
export async function action({ request, params }: Route.ActionArgs) {
  const player = await requirePlayer(request, WISHLIST_MESSAGES.refused)
  const gameId = idOf(params.gameId, WISHLIST_MESSAGES.noGame)
  const outcome = request.method === 'PUT' ? await addWish(player.id, gameId) : await removeWish(player.id, gameId)
  if (outcome === 'full') return plain(409, WISHLIST_MESSAGES.full)
  if (outcome !== 'there') throw notFound(WISHLIST_MESSAGES.noGame)
  return new Response(null, { status: 204 })
}
