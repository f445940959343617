import { plain } from '../server/answers.server.ts'
import { requirePlayer } from '../server/session.server.ts'
import type { Route } from './+types/entry.route'
import { WISHLIST_MESSAGES } from './wishlist-rules.ts'
import { addWish, removeWish } from './wishlist.server.ts'

/** PUT puts the game on the wishlist of who is signed in, DELETE takes it off; either as often as one likes. */
export async function action({ request, params }: Route.ActionArgs) {
  if (request.method !== 'PUT' && request.method !== 'DELETE') return notAllowed()
  const player = await requirePlayer(request, WISHLIST_MESSAGES.refused)
  if (!/^[1-9]\d{0,8}$/.test(params.gameId)) return plain(404, WISHLIST_MESSAGES.noGame)
  const gameId = Number(params.gameId)
  const outcome = request.method === 'PUT' ? await addWish(player.id, gameId) : await removeWish(player.id, gameId)
  if (outcome === 'full') return plain(409, WISHLIST_MESSAGES.full)
  return outcome === 'there' ? new Response(null, { status: 204 }) : plain(404, WISHLIST_MESSAGES.noGame)
}

/** An entry is made or removed, never read. */
export function loader() {
  return notAllowed()
}

function notAllowed(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'PUT, DELETE' } })
}
