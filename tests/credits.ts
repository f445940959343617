import { eq, sql } from 'drizzle-orm'
import { database } from '../app/db/connection.server.ts'
import { creditAwards, creditBalances } from '../app/db/schema/credits.server.ts'

/** The total of a player, and what the ledger's rows sum up to: always the same. */
export async function readBalance(playerId: string): Promise<{ total: number; sum: number }> {
  const [balance] = await database().select().from(creditBalances).where(eq(creditBalances.playerId, playerId))
  const [ledger] = await database()
    .select({ sum: sql<number>`coalesce(sum(credits), 0)::int` })
    .from(creditAwards)
    .where(eq(creditAwards.playerId, playerId))
  return { total: balance?.total ?? 0, sum: ledger?.sum ?? 0 }
}

/** A player's ledger as `key credits`, oldest first. */
export async function readLedger(playerId: string): Promise<string[]> {
  const rows = await database()
    .select({ key: creditAwards.key, credits: creditAwards.credits })
    .from(creditAwards)
    .where(eq(creditAwards.playerId, playerId))
    .orderBy(creditAwards.id)
  return rows.map(({ key, credits }) => `${key} ${credits}`)
}
