import { notFound, plain } from '../../server/http/responses.server.ts'
import { requirePlayer, sessionToken } from '../../server/sessions/session.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/beats.route'
import { countBeat } from './play-time.server.ts'

export const handle: RouteHandle = { methods: ['POST'] }

const PLAY_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * POST: reports that the game is still being played. Responds with the credits earned, today's minutes, and the balance
 * if it changed; 409 if the player now plays elsewhere. One statement reads the player and counts the time.
 */
export async function action({ request, params }: Route.ActionArgs) {
  const token = sessionToken(request)
  const isId = PLAY_ID.test(params.id)
  const beat = token && isId ? await countBeat(token, params.id) : null
  // This throws 401 for visitors.
  if (!beat) await requirePlayer(request)
  if (beat?.state === 'counted') {
    const { credits, minutes, total } = beat
    return Response.json({ credits, minutes, total })
  }
  if (beat?.state === 'replaced') return plain(409, 'You are playing elsewhere now.')
  throw notFound('This game is not being played.')
}
