import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import type { Subject } from './subject.server.ts'

/** Closes all reports of something that wait, and gives how many. Who reported it is not told, nor whose it is. */
export async function closeReports(
  tx: Transaction,
  { kind, id }: Subject,
  decision: 'upheld' | 'dismissed',
): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`update reports set decision = ${decision} where kind = ${kind} and on_id = ${id} and decision is null`,
  )
  return rowCount ?? 0
}
