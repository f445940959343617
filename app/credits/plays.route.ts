import { z } from 'zod'
import { readJson } from '../server/request-body.server.ts'
import { requirePlayer } from '../server/session.server.ts'
import type { Route } from './+types/plays.route'
import { startPlay } from './play-time.server.ts'

const PLAY = z.object({ gameId: z.int().min(1).max(999_999_999) })

/** POST `{ gameId }`: a game has loaded in a player's visible tab. Answers `{ id }`, by which its time is counted. */
export async function action({ request }: Route.ActionArgs) {
  const player = await requirePlayer(request)
  const { gameId } = await readJson(request, PLAY)
  const id = await startPlay(player.id, gameId)
  return id ? Response.json({ id }, { status: 201 }) : new Response('There is no such game.', { status: 404 })
}

/** Play time is only ever told, never read. */
export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
