import { createHmac } from 'node:crypto'
import { database } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { ReportReason } from '../../../db/schema/game-health.server.ts'
import { addressGroup, CLIENT_ADDRESS_HEADER } from '../../../server/http/client-address.server.ts'
import { countAttempt } from '../../../server/http/count-attempts.server.ts'
import { authSecret } from '../../../server/process/secret.server.ts'
import { ADD_HEALTH } from '../suspects.server.ts'

/**
 * Counts a visitor's report of a public game. Reports of one game from one address count once a day, whatever the
 * reason. Returns 0, or the seconds until the address may report games again.
 */
export async function reportGame(request: Request, gameId: number, reason: ReportReason): Promise<number> {
  const wait = await countAttempt('report-game', request)
  if (wait) return wait
  const address = addressMark(request, gameId)
  await database().transaction(async (tx) => {
    const isCounted = (await preparedIn(tx, 'mark-report', MARK, [gameId, address])).length > 0
    if (!isCounted) return
    await preparedIn(tx, 'count-report', COUNT, [gameId, reason])
    // The console finds reported games by this row.
    await preparedIn(tx, 'add-health', ADD_HEALTH, [gameId])
  })
  return 0
}

/**
 * Returns a keyed hash that differs from game to game, so that nobody can find out which games were reported from one
 * address.
 */
function addressMark(request: Request, gameId: number): string {
  const group = addressGroup(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '')
  return createHmac('sha256', authSecret()).update(`report of ${gameId}\n${group}`).digest('base64url').slice(0, 22)
}

const MARK = `
  insert into game_problem_marks as m (game_id, kind, address, seen_at) values ($1, 'report', $2, now())
  on conflict (game_id, kind, address) do update set seen_at = excluded.seen_at
    where m.seen_at < now() - interval '1 day'
  returning 1`

const COUNT = `
  insert into game_reports as r (game_id, reason, reports) values ($1, $2, 1)
  on conflict (game_id, reason) do update set reports = r.reports + 1, last_at = now()`
