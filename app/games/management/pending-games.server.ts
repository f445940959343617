/** The highest count of pending games. */
const MAX_COUNTED = 100

/** SQL expression: how many games are pending review, at most MAX_COUNTED. The order makes it read only their index. */
export const PENDING_GAMES = `(select count(*)::int from (
  select from games where status = 'pending' order by created_at desc, id desc limit ${MAX_COUNTED}) pending_ones)`

/**
 * SQL expression: how many feeds have a plan that waits for review, or ask whether missing games have left. Only the
 * last run of a feed can wait.
 */
export const WAITING_PLANS = `(
  select count(*)::int from feeds f cross join lateral (
    select state, delist_question from feed_runs r where r.feed_id = f.id order by r.id desc limit 1
  ) r where f.is_saved and (r.state = 'planned' or (r.state = 'applied' and r.delist_question is not null)))`

/** What every page loads for operators about games. */
export type PlayerReviews = {
  /** How many games are pending review, at most MAX_COUNTED; null for everybody else. */
  pendingGames: number | null
  /** How many games are suspect or quarantined (app/games/health/suspects.server.ts), likewise. */
  brokenGames: number | null
  /** How many feeds have a plan that waits for review; null for everybody else. */
  waitingPlans: number | null
}
