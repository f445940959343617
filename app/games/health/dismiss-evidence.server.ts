import type { Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'

/**
 * Makes all earlier evidence against games no longer count. Their next check is in 30 days, unless an operator requests
 * one.
 */
export async function dismissEvidence(tx: Transaction, ids: number[]): Promise<void> {
  if (!ids.length) return
  await preparedIn(tx, 'dismiss-warnings', DISMISS, [ids])
  await preparedIn(tx, 'forget-reports', 'delete from game_reports where game_id = any($1::int[])', [ids])
}

const DISMISS = `
  update game_health set dismissed_at = now(), suspect_at = null, times = 0,
    next_check_at = greatest(next_check_at, now() + interval '30 days')
  where game_id = any($1::int[])`
