import { idOf } from '../../server/http/responses.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/failures.route'
import { countFailure } from './count-views.server.ts'
import { NO_GAME } from './no-game.ts'

export const handle: RouteHandle = { methods: ['POST'] }

/** POST: a game failed to start in a visitor's browser. The server decides whether that counts. */
export async function action({ request, params }: Route.ActionArgs) {
  await limit('views', request)
  countFailure(request, idOf(params.id, NO_GAME))
  return new Response(null, { status: 204 })
}
