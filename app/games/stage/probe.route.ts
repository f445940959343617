import { idOf } from '../../server/http/responses.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { freeSlot } from '../../server/http/fair-queue.server.ts'
import { findPlayer } from '../../server/sessions/session.server.ts'
import type { Route } from './+types/probe.route'
import { findGameById, findHeldUrl } from '../catalogue/find-game.server.ts'
import { NO_GAME } from '../catalogue/no-game.ts'
import { probeAddress, type Reach } from './probe-address.server.ts'

/**
 * GET: whether the address of a provider's game responds, JSON `{ address: 'up' | 'gone' | 'unknown' }`. Operators also
 * probe games that are not public.
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  await limit('views', request)
  const id = idOf(params.id, NO_GAME)
  const url = (await findGameById(id))?.url ?? (await findHeldUrlFor(request, id))
  if (!url) return Response.json({ address: 'gone' satisfies Reach }, { status: 404 })
  freeSlot()
  const address: Reach = url.startsWith('/') ? 'up' : await probeAddress(url)
  return Response.json({ address }, { headers: { 'Cache-Control': 'private, max-age=60' } })
}

async function findHeldUrlFor(request: Request, id: number): Promise<string | null> {
  const player = await findPlayer(request)
  return player?.role === 'operator' ? findHeldUrl(id) : null
}
