import { MOST_ON_BELL } from './news-rules.ts'

/**
 * The statement that every page of a player makes counts the unread news, by their own index and no further than the bell does
 * (docs/product.md, Community). These are pieces of it, for `players p`.
 */
const count = (which = '') => `(select count(*)::int from (
  select from notifications where player_id = p.id and read_at is null ${which} limit ${MOST_ON_BELL + 1}) few)`

export const UNREAD_NEWS = count()

/** The same without those that are read by this very statement, whose CTE `seen` is READ_NEWS_OF_POST. */
export const UNREAD_BUT_SEEN = count('and id not in (select id from seen)')

/** Reads the news that are about the post `$4` or a comment below it, for the player of the session `$1`; gives their ids. */
export const READ_NEWS_OF_POST = `
  update notifications set read_at = now()
  where player_id = (select player_id from sessions where token = $1 and expires_at > now()) and read_at is null
    and (post_id = $4 or comment_id in (select id from comments where post_id = $4))
  returning id`

/**
 * The id of the post that a request goes to; null for all other pages, and for what a browser only fetches ahead: news are read by
 * going to what they are about.
 */
export function postGoneTo(request: Request): number | null {
  const ahead = request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? ''
  if (request.method !== 'GET' || ahead.startsWith('prefetch')) return null
  const [, id] = /^\/community\/([1-9]\d{0,8})(?:\.data|\/*)$/.exec(new URL(request.url).pathname) ?? []
  return id ? Number(id) : null
}
