import { idOf } from '../../server/http/responses.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { NO_GAME } from '../catalogue/no-game.ts'
import type { Route } from './+types/similar.route'
import { listSimilarForVisitors } from './similar-games.server.ts'

/**
 * GET: games similar to the given one, as JSON `{ games: Card[] }`; none for a game that is neither public nor deleted.
 * The response is the same for everybody.
 */
export async function loader({ params }: Route.LoaderArgs) {
  const games = await listSimilarForVisitors(idOf(params.id, NO_GAME))
  return Response.json({ games }, { headers: cacheHeaders('games') })
}
