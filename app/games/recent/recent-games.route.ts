import { requirePlayer } from '../../server/session.server.ts'
import type { Route } from './+types/recent-games.route'
import { clearRecentGames } from './recent-games.server.ts'

/** DELETE: forgets all that who is signed in played last. */
export async function action({ request }: Route.ActionArgs) {
  if (request.method !== 'DELETE') return loader()
  const player = await requirePlayer(request)
  await clearRecentGames(player.id)
  return new Response(null, { status: 204 })
}

/** They are shown on the home page, and not read here. */
export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'DELETE' } })
}
