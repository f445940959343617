import { and, eq } from 'drizzle-orm'
import { purgeProfile } from '../accounts/profile/purge-profile.server.ts'
import { database } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { creditAwards } from '../db/schema/credits.server.ts'
import { boughtKey } from '../credits/credit-rules.ts'
import { lookOf } from './shop-rules.ts'

type Wearer = { id: string; username: string }

/**
 * Puts a look on, instead of any other look of its kind, and purges all pages that show the player. Returns `not owned`
 * if the player has not bought the look, and null if there is no such look.
 */
export async function wearLook(player: Wearer, id: string): Promise<'done' | 'not owned' | null> {
  const look = lookOf(id)
  if (!look) return null
  return database().transaction(async (tx) => {
    const bought = and(eq(creditAwards.playerId, player.id), eq(creditAwards.key, boughtKey(id)))
    if (!(await tx.$count(creditAwards, bought))) return 'not owned'
    await tx
      .update(players)
      .set({ [look.kind]: id, updatedAt: new Date() })
      .where(eq(players.id, player.id))
    await purgeProfile(player.id, [player.username], tx)
    return 'done'
  })
}

/** Takes a look off if the player wears it. Returns null if there is no such look. */
export async function removeLook(player: Wearer, id: string): Promise<'done' | null> {
  const look = lookOf(id)
  if (!look) return null
  return database().transaction(async (tx) => {
    const worn = await tx
      .update(players)
      .set({ [look.kind]: null, updatedAt: new Date() })
      .where(and(eq(players.id, player.id), eq(players[look.kind], id)))
      .returning({ id: players.id })
    if (worn.length) await purgeProfile(player.id, [player.username], tx)
    return 'done' as const
  })
}
