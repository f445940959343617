import { prepared } from '../../../db/query.server.ts'
import { countManagedGames } from '../../management/table/list-managed-games.server.ts'
import { type FeedRun, UNDONE_REASON } from '../runs/feed-run.ts'
import { readGamesQuery } from '../../management/table/table-rules.ts'

/** Whether new games of an applied run are pending review. */
export async function hasPendingGames(runId: number): Promise<boolean> {
  const [row] = await prepared<{ is: boolean }>('run-pending-games', HAS_PENDING, [runId])
  return row?.is ?? false
}

/** The number of a provider's games that rules hold or hide, capped like the table's count. */
export function countHeldGames(provider: string): Promise<number> {
  return countManagedGames({ ...readGamesQuery(new URLSearchParams()), provider, ruled: true })
}

/** The number of games found by a run that are hidden because an earlier run of their feed was undone. */
export async function countUndoneGames({ id, feedId }: FeedRun): Promise<number> {
  const [row] = await prepared<{ games: number }>('run-undone-games', UNDONE_GAMES, [id, feedId, UNDONE_REASON])
  return row?.games ?? 0
}

// Most feeds have no undone run, so this check usually avoids reading any games.
const UNDONE_GAMES = `
  select case when exists (select from feed_runs where feed_id = $2 and state = 'undone' and id < $1) then (
    select count(*)::int from feed_games l join games g on g.id = l.game_id
    where l.feed_id = $2 and l.run_id = $1 and g.status = 'hidden' and g.status_reason = $3
  ) else 0 end as games`

const HAS_PENDING = `
  select exists (
    select from feed_run_entries e join games g on g.id = e.game_id
    where e.run_id = $1 and e.kind = 'new' and e.outcome = 'applied' and g.status = 'pending'
  ) as "is"`
