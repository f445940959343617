import { eq } from 'drizzle-orm'
import { database } from '../db/connection.server.ts'
import { prepared } from '../db/query.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { purgeProfile } from './purge-profile.server.ts'
import { claimUsername } from './usernames.server.ts'

/** A profile as its form shows it. */
export type Profile = {
  username: string
  fullName: string
  showsWishlist: boolean
  showsMostPlayed: boolean
  wantsMail: boolean
}

/**
 * Changes a player's own names and what they choose of their profile, all read by `profileRules`. Gives `taken` where another
 * player has the username, ignoring case: of two who want it at once one has it.
 */
export async function changeProfile(
  player: { id: string; username: string },
  { username, ...choices }: Profile,
): Promise<'changed' | 'taken'> {
  const keeps = username.toLowerCase() === player.username.toLowerCase()
  try {
    return await database().transaction(async (tx) => {
      if (!keeps && !(await claimUsername(tx, username))) return 'taken'
      const changed = { username, ...choices, updatedAt: new Date() }
      await tx.update(players).set(changed).where(eq(players.id, player.id))
      await purgeProfile(player.id, [player.username, username], tx)
      return 'changed'
    })
  } catch (error) {
    // Somebody came by Google in the same moment.
    if ((error as { cause?: { constraint?: string } }).cause?.constraint === 'players_username') return 'taken'
    throw error
  }
}

/** Since when somebody is a player. */
export async function findJoinedAt(playerId: string): Promise<Date> {
  const [row] = await prepared<{ joinedAt: Date }>('joined-at', JOINED, [playerId])
  return row?.joinedAt ?? new Date()
}

const JOINED = `select created_at as "joinedAt" from players where id = $1`
