import { idOf } from '../../server/http/responses.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import { countShortVisit } from '../catalogue/count-views.server.ts'
import { NO_GAME } from '../catalogue/no-game.ts'
import type { Route } from './+types/short-visits.route'

export const handle: RouteHandle = { methods: ['POST'] }

/** POST: a visit ended within ten seconds of a game's start. The server decides whether to count it. */
export async function action({ request, params }: Route.ActionArgs) {
  await limit('views', request)
  countShortVisit(request, idOf(params.id, NO_GAME))
  return new Response(null, { status: 204 })
}
