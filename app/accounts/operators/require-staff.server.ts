import { noSuchPage } from '../../server/http/responses.server.ts'
import { logAccess } from '../../server/process/log-access.server.ts'
import { findPlayer, type Player } from '../../server/sessions/session.server.ts'

/** A part of the console. */
export type Permission = 'games' | 'moderation' | 'messages' | 'blog' | 'site' | 'audit'

/** The permissions of each role. So far, operators have all of them. */
const PERMISSIONS: Record<Player['role'], readonly Permission[]> = {
  player: [],
  operator: ['games', 'moderation', 'messages', 'blog', 'site', 'audit'],
}

/**
 * Returns the signed-in player if their role has the permission, or any permission if none is given. Everyone else gets
 * the 404 of an unknown path. Call it before anything else. The role is read on each request, so a removed operator
 * loses access at once.
 */
export async function requireStaff(request: Request, permission?: Permission): Promise<Player> {
  const player = await findPlayer(request)
  if (player && (permission ? mayUse(player, permission) : PERMISSIONS[player.role].length)) return player
  logAccess(request, 'An operator’s page was refused', player ? { player: player.id } : {})
  throw noSuchPage(request)
}

/** Whether a player's role has a permission. */
export function mayUse(player: Pick<Player, 'role'>, permission: Permission): boolean {
  return PERMISSIONS[player.role].includes(permission)
}
