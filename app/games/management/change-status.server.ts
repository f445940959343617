import type { Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { type GameStatus, PUBLIC_STATUSES } from '../../db/schema/games.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import { refreshListings } from '../catalogue/listings.server.ts'

/**
 * Sets the status of games, with the reason for operators, and updates every list in the same transaction. A deleted
 * game stays deleted unless `status` is `published`, which restores it.
 */
export async function changeStatus(tx: Transaction, ids: number[], status: GameStatus, reason = ''): Promise<void> {
  await preparedIn(tx, 'change-status', CHANGE, [ids, status, reason, PUBLIC_STATUSES.includes(status)])
  await refreshListings(tx, ids)
  await purgePages(['games'], tx)
}

const CHANGE = `
  update games set status = $2, status_reason = $3, status_at = now(), updated_at = now(),
    url = case when $4 then coalesce(url, held_url) end,
    held_url = case when not $4 then coalesce(url, held_url) end
  where id = any($1::int[]) and (status <> $2 or status_reason <> $3) and (status <> 'deleted' or $2 = 'published')`
