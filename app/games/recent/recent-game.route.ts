import { plain } from '../../server/answers.server.ts'
import { requirePlayer } from '../../server/session.server.ts'
import type { Route } from './+types/recent-game.route'
import { removeRecentGame } from './recent-games.server.ts'

/** DELETE: the game is no longer among those that who is signed in played last. */
export async function action({ request, params }: Route.ActionArgs) {
  if (request.method !== 'DELETE') return loader()
  const player = await requirePlayer(request)
  if (!/^[1-9]\d{0,8}$/.test(params.gameId)) return plain(404, 'There is no such game.')
  await removeRecentGame(player.id, Number(params.gameId))
  return new Response(null, { status: 204 })
}

/** It is removed, never read. */
export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'DELETE' } })
}
