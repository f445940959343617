import { idOf } from '../../server/http/responses.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { freeSlot } from '../../server/http/fair-queue.server.ts'
import type { Route } from './+types/probe.route'
import { findGameById } from '../catalogue/find-game.server.ts'
import { NO_GAME } from '../catalogue/no-game.ts'
import { probeAddress, type Reach } from './probe-address.server.ts'

/** GET: whether the address of a provider's game responds, JSON `{ address: 'up' | 'gone' | 'unknown' }`. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await limit('views', request)
  const game = await findGameById(idOf(params.id, NO_GAME))
  if (!game?.url) return Response.json({ address: 'gone' satisfies Reach }, { status: 404 })
  freeSlot()
  const address: Reach = game.url.startsWith('/') ? 'up' : await probeAddress(game.url)
  return Response.json({ address }, { headers: { 'Cache-Control': 'private, max-age=60' } })
}
