import { noSuchPage } from '../server/responses.server.ts'
import { logAccess } from '../server/log-access.server.ts'
import { findPlayer, type Player } from '../server/session.server.ts'

/**
 * The operator who asks. Everybody else, visitors too, is told that there is no such page, as for an address that nobody
 * knows. To be called before anything else is looked at. Read with each request: who is no operator any more is out at once.
 */
export async function requireOperator(request: Request): Promise<Player> {
  const player = await findPlayer(request)
  if (player?.role === 'operator') return player
  logAccess(request, 'An operator’s page was refused', player ? { player: player.id } : {})
  throw noSuchPage(request)
}
