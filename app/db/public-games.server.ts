import { PUBLIC_STATUSES } from './schema/games.server.ts'

const PUBLIC = PUBLIC_STATUSES.map((status) => `'${status}'`).join(', ')

/**
 * A condition on rows of `games`, by table name or alias: which games are public, even if they have no address and are
 * therefore not listed (listed.server.ts).
 */
export function isPublic(games?: 'g'): string {
  return `${games ? `${games}.` : ''}status in (${PUBLIC})`
}
