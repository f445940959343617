import type { Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'

/** How long a game whose warnings were dismissed is not checked. */
const PAUSE = `interval '30 days'`

/** SQL condition on rows `h` of `game_health`: no operator has dismissed the warnings within that time. */
export const NOT_DISMISSED = `coalesce(h.dismissed_at <= now() - ${PAUSE}, true)`

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
    next_check_at = greatest(next_check_at, now() + ${PAUSE})
  where game_id = any($1::int[])`
