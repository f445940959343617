import { eq } from 'drizzle-orm'
import { database } from '../../db/connection.server.ts'
import { prepared } from '../../db/query.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { purgeProfile } from './purge-profile.server.ts'
import { isNameRefused, isUsernameRefused } from '../refused-names.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { claimUsername } from '../usernames.server.ts'

/** A profile as its form edits it. */
export type Profile = {
  username: string
  fullName: string
  showsWishlist: boolean
  showsMostPlayed: boolean
  wantsMail: boolean
}

/**
 * Changes a player's names and profile settings, all parsed by `profileRules`. Returns `taken` if another player has
 * the username (ignoring case), also if it was taken concurrently. Returns `refused` with the field of a name that is
 * not allowed. Unchanged names and operators' names are not checked.
 */
export async function changeProfile(
  player: Pick<Player, 'id' | 'username' | 'fullName' | 'role'>,
  { username, ...choices }: Profile,
): Promise<'changed' | 'taken' | { refused: 'username' | 'fullName' }> {
  const keeps = username.toLowerCase() === player.username.toLowerCase()
  if (player.role !== 'operator') {
    if (!keeps && (await isUsernameRefused(username))) return { refused: 'username' }
    const { fullName } = choices
    if (fullName !== player.fullName && (await isNameRefused(fullName))) return { refused: 'fullName' }
  }
  try {
    return await database().transaction(async (tx) => {
      if (!keeps && !(await claimUsername(tx, username))) return 'taken'
      const changed = { username, ...choices, updatedAt: new Date() }
      await tx.update(players).set(changed).where(eq(players.id, player.id))
      await purgeProfile(player.id, [player.username, username], tx)
      return 'changed'
    })
  } catch (error) {
    // A concurrent Google sign-up has taken the name.
    if ((error as { cause?: { constraint?: string } }).cause?.constraint === 'players_username') return 'taken'
    throw error
  }
}

/** Returns the time when the player signed up. */
export async function findJoinedAt(playerId: string): Promise<Date> {
  const [row] = await prepared<{ joinedAt: Date }>('joined-at', JOINED, [playerId])
  return row?.joinedAt ?? new Date()
}

const JOINED = `select created_at as "joinedAt" from players where id = $1`
