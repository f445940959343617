import { and, eq, lt, max } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { signInDays } from '../../db/schema/credits.server.ts'
import { addDays } from '../../lib/dates.ts'
import { FREEZE_KEY } from '../credit-rules.ts'

/**
 * SQL expressions for a query over `players p`: the number of streak freezes ever bought, and the number left
 * (docs/product.md#streak).
 */
export const FREEZES_BOUGHT = `(
  select count(*)::int from credit_awards r
  where r.player_id = p.id and r.activity_type = 'shop' and starts_with(r.key, '${FREEZE_KEY}'))`
export const FREEZES_LEFT = `(
  ${FREEZES_BOUGHT} - (select count(*)::int from sign_in_days r where r.player_id = p.id and r.is_rest))`

/**
 * Returns how many streak freezes a player has bought and how many are left. Lock the balance first, or the numbers may
 * change.
 */
export async function countFreezes(tx: Transaction, playerId: string): Promise<{ bought: number; available: number }> {
  const [freezes] = await preparedIn<{ bought: number; available: number }>(tx, 'count-rests', COUNT, [playerId])
  return freezes ?? { bought: 0, available: 0 }
}

const COUNT = `select ${FREEZES_BOUGHT} as bought, ${FREEZES_LEFT} as available from players p where p.id = $1`

/**
 * Uses a streak freeze for the day before `day` if the player missed only that day and has a freeze left. Returns how
 * many freezes are left, or null if no freeze was used.
 */
export async function frozenYesterday(tx: Transaction, playerId: string, day: string): Promise<number | null> {
  const yesterday = addDays(day, -1)
  const [noted] = await tx
    .select({ last: max(signInDays.day) })
    .from(signInDays)
    .where(and(eq(signInDays.playerId, playerId), lt(signInDays.day, day)))
  if (noted?.last !== addDays(yesterday, -1)) return null
  const { available } = await countFreezes(tx, playerId)
  if (available < 1) return null
  await tx.insert(signInDays).values({ playerId, day: yesterday, isStreakFreeze: true })
  return available - 1
}
