import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { reports } from '../db/schema/community.server.ts'
import type { Subject } from './subject.server.ts'

/** Closes all open reports about an item and returns how many. Does not notify the reporters or the owner. */
export async function closeReports(
  tx: Transaction,
  { kind, id }: Subject,
  decision: 'upheld' | 'dismissed',
): Promise<number> {
  const { rowCount } = await tx
    .update(reports)
    .set({ decision })
    .where(and(eq(reports.kind, kind), eq(reports.onId, id), isNull(reports.decision)))
  return rowCount ?? 0
}
