import { MAX_ON_BELL } from './notification-rules.ts'

/**
 * SQL expression over `players p`, for the statement that loads the player on every page. Counts unread notifications
 * with their index, up to one more than the bell shows (docs/product.md#notifications).
 */
const count = (which = '') => `(select count(*)::int from (
  select from notifications where player_id = p.id and read_at is null ${which} limit ${MAX_ON_BELL + 1}) few)`

export const UNREAD_COUNT = count()

/**
 * The same count without the notifications that READ_NOTIFICATIONS_OF_POST marks as read in the same statement, as the
 * CTE `seen`.
 */
export const UNREAD_BUT_SEEN = count('and id not in (select id from seen)')

/**
 * SQL: marks notifications about the post `$4` or its comments as read, for the player of the session `$1`. Returns
 * their ids.
 */
export const READ_NOTIFICATIONS_OF_POST = `
  update notifications set read_at = now()
  where player_id = (select player_id from sessions where token = $1 and expires_at > now()) and read_at is null
    and (post_id = $4 or comment_id in (select id from comments where post_id = $4))
  returning id`

/**
 * Returns the id of the post that a request opens. Returns null for other pages and for prefetches, since only opening
 * a post marks its notifications as read.
 */
export function openedPostId(request: Request): number | null {
  const ahead = request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? ''
  if (request.method !== 'GET' || ahead.startsWith('prefetch')) return null
  const [, id] = /^\/community\/([1-9]\d{0,8})(?:\.data|\/*)$/.exec(new URL(request.url).pathname) ?? []
  return id ? Number(id) : null
}
