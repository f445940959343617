import { requirePlayer } from '../server/session.server.ts'
import type { Route } from './+types/shares.route'
import { shareGame } from './share-game.server.ts'

/** POST: a player has copied the link of a game or opened a share page for it. Answers what that earned, and the balance. */
export async function action({ request, params }: Route.ActionArgs) {
  const player = await requirePlayer(request)
  const shared = /^[1-9]\d{0,8}$/.test(params.id) ? await shareGame(player.id, Number(params.id)) : null
  return shared ? Response.json(shared) : new Response('There is no such game.', { status: 404 })
}

/** A share is only ever told, never read. */
export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
