import { noSuchPage } from '../../server/http/responses.server.ts'
import { logAccess } from '../../server/process/log-access.server.ts'
import { findPlayer, type Player } from '../../server/sessions/session.server.ts'

/**
 * Returns the signed-in operator. Everyone else gets the 404 of an unknown path. Call it before anything else. The role
 * is read on each request, so a removed operator loses access at once.
 */
export async function requireOperator(request: Request): Promise<Player> {
  const player = await findPlayer(request)
  if (player?.role === 'operator') return player
  logAccess(request, 'An operator’s page was refused', player ? { player: player.id } : {})
  throw noSuchPage(request)
}
