import { notFound, plain } from '../server/responses.server.ts'
import { requirePlayer, sessionToken } from '../server/session.server.ts'
import type { RouteHandle } from '../server/http-routes.server.ts'
import type { Route } from './+types/beats.route'
import { countBeat } from './play-time.server.ts'

export const handle: RouteHandle = { takes: ['POST'] }

const PLAY_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * POST: the game is still being played. Answers what that earned, the minutes of the day and the balance where it has
 * changed; 409 where the player plays elsewhere by now. The player is read with the count, in one statement.
 */
export async function action({ request, params }: Route.ActionArgs) {
  const token = sessionToken(request)
  const isId = PLAY_ID.test(params.id)
  const beat = token && isId ? await countBeat(token, params.id) : null
  // Says 401 where nobody is signed in.
  if (!beat) await requirePlayer(request)
  if (beat?.state === 'counted') {
    const { credits, minutes, total } = beat
    return Response.json({ credits, minutes, total })
  }
  if (beat?.state === 'replaced') return plain(409, 'You are playing elsewhere now.')
  throw notFound('There is no such game being played.')
}
