/** The highest count of pending games. */
const MAX_COUNTED = 100

/** SQL expression: how many games are pending review, at most MAX_COUNTED. The order makes it read only their index. */
export const PENDING_GAMES = `(select count(*)::int from (
  select from games where status = 'pending' order by created_at desc, id desc limit ${MAX_COUNTED}) pending_ones)`

/** What every page loads for operators about games. */
export type PlayerReviews = {
  /** How many games are pending review, at most MAX_COUNTED; null for everybody else. */
  pendingGames: number | null
}
