import { requirePlayer } from '../../server/sessions/session.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/recent-games.route'
import { clearRecentGames } from './recent-games.server.ts'

export const handle: RouteHandle = { methods: ['DELETE'] }

/** DELETE clears the signed-in player's recently played games. */
export async function action({ request }: Route.ActionArgs) {
  const player = await requirePlayer(request)
  await clearRecentGames(player.id)
  return new Response(null, { status: 204 })
}
