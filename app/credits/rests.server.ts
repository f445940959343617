import { and, eq, lt, max } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { signInDays } from '../db/schema/credits.server.ts'
import { addDays } from '../lib/dates.ts'
import { REST_KEY } from './credit-rules.ts'

/** For a query over `players p`: how many days' rest were ever bought; and how many are kept still (docs/product.md, Streak). */
export const RESTS_BOUGHT = `(
  select count(*)::int from credit_awards r
  where r.player_id = p.id and r.activity_type = 'shop' and starts_with(r.key, '${REST_KEY}'))`
export const RESTS_KEPT = `(
  ${RESTS_BOUGHT} - (select count(*)::int from sign_in_days r where r.player_id = p.id and r.is_rest))`

/** How many days' rest a player has bought, and keeps. Under the lock of the balance, or it may have changed. */
export async function countRests(tx: Transaction, playerId: string): Promise<{ bought: number; kept: number }> {
  const [rests] = await preparedIn<{ bought: number; kept: number }>(tx, 'count-rests', COUNT, [playerId])
  return rests ?? { bought: 0, kept: 0 }
}

const COUNT = `select ${RESTS_BOUGHT} as bought, ${RESTS_KEPT} as kept from players p where p.id = $1`

/**
 * Has a day's rest stand in for the day before `day`, where that alone was missed and one is kept. Gives how many are kept
 * then; null where none was used.
 */
export async function restYesterday(tx: Transaction, playerId: string, day: string): Promise<number | null> {
  const yesterday = addDays(day, -1)
  const [noted] = await tx
    .select({ last: max(signInDays.day) })
    .from(signInDays)
    .where(and(eq(signInDays.playerId, playerId), lt(signInDays.day, day)))
  if (noted?.last !== addDays(yesterday, -1)) return null
  const { kept } = await countRests(tx, playerId)
  if (kept < 1) return null
  await tx.insert(signInDays).values({ playerId, day: yesterday, isRest: true })
  return kept - 1
}
