import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { database, type Transaction } from '../../db/connection.server.ts'
import { creditAwards } from '../../db/schema/credits.server.ts'
import { utcDay } from '../../lib/dates.ts'
import { spinKey, WHEEL } from '../credit-rules.ts'
import { awardCredits, lockBalance } from '../ledger.server.ts'

export type Spin = {
  /** The segment's index in WHEEL. */
  segment: number
  credits: number
  /** False if this is the result of an earlier spin today. */
  isNew: boolean
  total: number
}

/**
 * Spins the wheel for a player, once per UTC day. Every segment has the same probability. A second spin on the same day
 * returns the first result. Returns null if the player is deleted. Tests can replace `draw`.
 */
export async function spinWheel(
  playerId: string,
  now: Date = new Date(),
  draw: (segments: number) => number = randomInt,
): Promise<Spin | null> {
  const key = spinKey(utcDay(now))
  return database().transaction(async (tx) => {
    const before = await lockBalance(tx, playerId)
    if (before === null) return null
    const spun = await findSpin(tx, playerId, key)
    if (spun) return { ...spun, isNew: false, total: before }
    const segment = draw(WHEEL.length)
    const credits = WHEEL[segment] as number
    await awardCredits(tx, { playerId, activity: 'spin', credits, key, metadata: { segment }, now })
    return { segment, credits, isNew: true, total: before + credits }
  })
}

async function findSpin(tx: Transaction, playerId: string, key: string) {
  const [row] = await tx
    .select({ credits: creditAwards.credits, metadata: creditAwards.metadata })
    .from(creditAwards)
    .where(and(eq(creditAwards.playerId, playerId), eq(creditAwards.key, key)))
  return row ? { credits: row.credits, segment: Number(row.metadata?.segment) } : null
}
