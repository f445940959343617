import { idOf } from '../../server/http/responses.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { NO_GAME } from '../catalogue/no-game.ts'
import type { Route } from './+types/similar.route'
import { listSimilar } from './similar-games.server.ts'

/** GET: games similar to the given one, as JSON `{ games: Card[] }`. The response is the same for everybody. */
export async function loader({ params }: Route.LoaderArgs) {
  return Response.json({ games: await listSimilar(idOf(params.id, NO_GAME)) }, { headers: cacheHeaders('games') })
}
