import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { type GameStatus, PUBLIC_STATUSES } from '../../db/schema/games.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import { refreshListings } from '../catalogue/listings.server.ts'

/**
 * Sets the status of games, with the reason for operators, and updates every list in the same transaction. Takes ids, or
 * a query that selects them. A deleted game stays deleted unless `status` is `published`, which restores it.
 */
export async function changeStatus(
  tx: Transaction,
  ids: number[] | ReturnType<typeof sql>,
  status: GameStatus,
  reason = '',
): Promise<void> {
  const chosen = Array.isArray(ids) ? sql`select unnest(${sql.param(ids)}::int[])` : ids
  const isPublic = PUBLIC_STATUSES.includes(status)
  await tx.execute(sql`
    update games set status = ${status}, status_reason = ${reason}, status_at = now(), updated_at = now(),
      url = case when ${isPublic} then coalesce(url, held_url) end,
      held_url = case when not ${isPublic} then coalesce(url, held_url) end
    where id in (${chosen}) and (status <> ${status} or status_reason <> ${reason})
      and (status <> 'deleted' or ${status} = 'published')`)
  await refreshListings(tx, chosen)
  await purgePages(['games'], tx)
}
