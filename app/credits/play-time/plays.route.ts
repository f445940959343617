import { z } from 'zod'

import { notFound } from '../../server/http/responses.server.ts'
import { readJson } from '../../server/http/request-body.server.ts'
import { requirePlayer } from '../../server/sessions/session.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/plays.route'
import { startPlay } from './play-time.server.ts'

const PLAY = z.object({ gameId: z.int32().min(1) })

const NO_GAME = 'This game doesn’t exist.'

export const handle: RouteHandle = { methods: ['POST'] }

/**
 * POST `{ gameId }`: starts a play session when a game has loaded in a player's visible tab. Responds with the
 * session's `{ id }`.
 */
export async function action({ request }: Route.ActionArgs) {
  const player = await requirePlayer(request)
  const { gameId } = await readJson(request, PLAY)
  const id = await startPlay(player.id, gameId)
  if (!id) throw notFound(NO_GAME)
  return Response.json({ id }, { status: 201 })
}
