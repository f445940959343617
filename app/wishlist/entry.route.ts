import { plain } from '../server/read-json.server.ts'
import { requirePlayer } from '../server/session.server.ts'
import type { Route } from './+types/entry.route'
import { WISHLIST_MESSAGES } from './wishlist-rules.ts'
import { addWish, removeWish } from './wishlist.server.ts'

/** PUT puts the game on the wishlist of who is signed in, DELETE takes it off; either as often as one likes. */
export async function action({ request, params }: Route.ActionArgs) {
  const change = CHANGES[request.method]
  if (!change) return notAllowed()
  const player = await requirePlayer(request, WISHLIST_MESSAGES.refused)
  const isThere = /^[1-9]\d{0,8}$/.test(params.gameId) && (await change(player.id, Number(params.gameId)))
  return isThere ? new Response(null, { status: 204 }) : plain(404, WISHLIST_MESSAGES.noGame)
}

/** An entry is made or removed, never read. */
export function loader() {
  return notAllowed()
}

const CHANGES: Record<string, typeof addWish | undefined> = { PUT: addWish, DELETE: removeWish }

function notAllowed(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'PUT, DELETE' } })
}
