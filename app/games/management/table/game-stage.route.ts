import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { idOf, notFound } from '../../../server/http/responses.server.ts'
import { NO_GAME } from '../../catalogue/no-game.ts'
import type { Route } from './+types/game-stage.route'
import { loadManagedStage } from './load-managed-stage.server.ts'

/** GET: what the stage of any game shows, public or not, as JSON. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const game = await loadManagedStage(idOf(params.id, NO_GAME))
  if (!game) throw notFound(NO_GAME)
  return Response.json(game, { headers: { 'Cache-Control': 'private, no-store' } })
}
