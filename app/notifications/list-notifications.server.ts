import { blocked } from '../db/blocked.server.ts'
import { prepared } from '../db/query.server.ts'
import { visible } from '../db/visible.server.ts'
import { fileHref } from '../lib/file-href.ts'
import { cut } from '../lib/text.ts'
import { NOTIFICATIONS_PER_PAGE, type ShownNotification } from './notification-rules.ts'

/** A page of notifications. `after` is the cursor of the next page; null on the last page. */
export type NotificationPage = { notifications: ShownNotification[]; after: string | null }

/**
 * Returns a page of a player's notifications, newest first, at most NOTIFICATIONS_PER_PAGE. `after` is the cursor from
 * the previous page. If it is invalid or empty, returns the first page.
 */
export async function listNotifications(playerId: string, after: string): Promise<NotificationPage> {
  const cursor = /^(\d{1,16})\.([1-9]\d{0,8})$/.exec(after)
  const rows = cursor
    ? await prepared<NotificationRow>('news-after', OLDER, [playerId, cursor[1], cursor[2]])
    : await prepared<NotificationRow>('news', NEWEST, [playerId])
  const shown = rows.slice(0, NOTIFICATIONS_PER_PAGE)
  const next = rows.length > shown.length ? shown.at(-1)?.cursor : null
  return { notifications: shown.map(shownOf), after: next ?? null }
}

/** Marks all notifications of a player as read. */
export async function markAllRead(playerId: string): Promise<void> {
  await prepared('news-read', READ_ALL, [playerId])
}

/** A row with the columns of NOTIFICATION_COLUMNS. */
export type NotificationRow = {
  id: number
  kind: ShownNotification['kind']
  times: number
  words: string
  /** An ISO string with microseconds. */
  at: string
  is_read: boolean
  post_id: number | null
  comment_id: number | null
  username: string | null
  avatar: string | null
  about: string | null
  excerpt: string | null
  cursor: string
}

const BEGIN = 80

export function shownOf(row: NotificationRow): ShownNotification {
  return {
    id: row.id,
    kind: row.kind,
    times: row.times,
    words: row.words,
    at: new Date(row.at).toISOString(),
    isRead: row.is_read,
    postId: row.post_id,
    commentId: row.comment_id,
    actor: row.username === null ? null : { username: row.username, avatar: row.avatar && fileHref(row.avatar) },
    about: beginOf(row.about),
    excerpt: beginOf(row.excerpt),
  }
}

function beginOf(text: string | null): string {
  return cut((text ?? '').replace(/\s+/g, ' ').trim(), BEGIN)
}

/** SQL condition: whether the recipient may read a post or comment now. */
function isSeen(one: 'p' | 'c'): string {
  return `(${one}.player_id = n.player_id or ${visible(one)} and not ${blocked(`${one}.player_id`, 'n.player_id')})`
}

/**
 * SQL: the columns of a NotificationRow, selected from notifications `n` and NOTIFICATION_TABLES. Cursors use
 * microseconds, since several notifications can arrive in one millisecond.
 */
export const NOTIFICATION_COLUMNS = `n.id, n.kind, n.times, n.words, to_json(n.created_at) #>> '{}' as at,
  n.read_at is not null as is_read, p.id as post_id,
  case when ${isSeen('c')} then c.id end as comment_id,
  a.username, a.avatar, case when ${isSeen('p')} then left(coalesce(nullif(p.title, ''), p.content), 200) end as about,
  case when ${isSeen('c')} then left(c.content, 200) end as excerpt,
  (extract(epoch from n.created_at) * 1000000)::bigint || '.' || n.id as cursor`

/** SQL: joins the comment, post and player that notifications `n` are about. */
export const NOTIFICATION_TABLES = `left join comments c on c.id = n.comment_id
  left join posts p on p.id = coalesce(n.post_id, c.post_id) left join players a on a.id = n.actor_id`

/** The same order as in the index. */
const ORDER = 'created_at desc, id desc'

const list = (which: string) => `
  select ${NOTIFICATION_COLUMNS}
  from (select * from notifications where player_id = $1 ${which}
    order by ${ORDER} limit ${NOTIFICATIONS_PER_PAGE + 1}) n
  ${NOTIFICATION_TABLES} order by n.created_at desc, n.id desc`

const NEWEST = list('')
const OLDER = list(`and (created_at, id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::int)`)

const READ_ALL = 'update notifications set read_at = now() where player_id = $1 and read_at is null'
