import { preparedWrite } from '../db/query.server.ts'
import { isUsernameTaken } from './usernames.server.ts'

/** A profile as its form shows it. */
export type Profile = { username: string; fullName: string }

/**
 * Changes a player's own username and full name, both read by `profileRules`. Gives `taken` where another player has the
 * name, ignoring case: of two who want it at once the index lets one have it.
 */
export async function changeProfile(
  player: { id: string; username: string },
  { username, fullName }: Profile,
): Promise<'changed' | 'taken'> {
  const keeps = username.toLowerCase() === player.username.toLowerCase()
  if (!keeps && (await isUsernameTaken(username))) return 'taken'
  try {
    await preparedWrite('change-profile', CHANGE, [player.id, username, fullName])
    return 'changed'
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'players_username') return 'taken'
    throw error
  }
}

const CHANGE = `update players set username = $2, full_name = $3, updated_at = now() where id = $1`

/** Since when somebody is a player. */
export async function findJoinedAt(playerId: string): Promise<Date> {
  const [row] = await preparedWrite<{ joinedAt: Date }>('joined-at', JOINED, [playerId])
  return row?.joinedAt ?? new Date()
}

const JOINED = `select created_at as "joinedAt" from players where id = $1`
