import { and, eq, inArray } from 'drizzle-orm'
import { database } from '../db/connection.server.ts'
import { games, PUBLIC_STATUSES } from '../db/schema/games.server.ts'
import { gameShares } from '../db/schema/game-activity.server.ts'
import { utcDay } from '../lib/dates.ts'
import { SHARE_CREDITS, shareKey } from './credit-rules.ts'
import { awardCredits, lockBalance } from './ledger.server.ts'

/**
 * Records that a player shared a game, once per player and game (docs/product.md#reactions-and-shares). Awards credits
 * for the first share of a game on a UTC day, for up to three games a day
 * (docs/product.md#credits-for-visits-play-and-shares). Returns the credits earned, possibly 0, and the balance; null
 * if there is no such public game.
 */
export async function shareGame(
  playerId: string,
  gameId: number,
  now: Date = new Date(),
): Promise<{ credits: number; total: number } | null> {
  return database().transaction(async (tx) => {
    const [game] = await tx
      .select({ title: games.title })
      .from(games)
      .where(and(eq(games.id, gameId), inArray(games.status, [...PUBLIC_STATUSES])))
    if (!game) return null
    await tx.insert(gameShares).values({ playerId, gameId, createdAt: now }).onConflictDoNothing()
    const before = (await lockBalance(tx, playerId)) ?? 0
    const isAwarded = await awardCredits(tx, {
      playerId,
      activity: 'share',
      credits: SHARE_CREDITS,
      key: shareKey(utcDay(now), gameId),
      metadata: { game: gameId, title: game.title },
      now,
    })
    const credits = isAwarded ? SHARE_CREDITS : 0
    return { credits, total: before + credits }
  })
}
