import { blocked } from '../db/blocked.server.ts'
import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import type { NotificationKind } from './notification-rules.ts'

/** A notification to create, with its subject. */
export type NewNotification = {
  kind: NotificationKind
  postId?: number
  commentId?: number
  /** The player whose action caused the notification. Absent for a decision, since operators are not named. */
  actorId?: string
  /** For a decision: its text, with the operator's reason. */
  words?: string
}

/**
 * Creates a notification in the transaction of its event (docs/product.md#notifications). Likes of a post share one
 * notification until it is read. An event about a comment creates only one notification, even if the comment is edited
 * and published again. Players are not notified of their own actions or across a block.
 */
export async function notify(
  tx: Transaction,
  playerId: string,
  { kind, postId, commentId, actorId, words = '' }: NewNotification,
): Promise<void> {
  if (actorId === playerId) return
  const values = [playerId, kind, postId ?? null, commentId ?? null, actorId ?? null, words]
  await (kind === 'like'
    ? preparedIn(tx, 'notify-like', NOTIFY_LIKE, values)
    : preparedIn(tx, 'notify', NOTIFY, values))
}

const INSERT = `
  insert into notifications as n (player_id, kind, post_id, comment_id, actor_id, words)
  select $1::uuid, $2::text, $3::int, $4::int, $5::uuid, $6::text
  where not ${blocked('$1::uuid', '$5::uuid')}`

const NOTIFY = `${INSERT} and ($5::uuid is null or not exists (
  select from notifications where comment_id = $4::int and kind = $2::text and player_id = $1::uuid))`

const NOTIFY_LIKE = `${INSERT}
  on conflict (post_id, player_id) where kind = 'like' and read_at is null
  do update set times = n.times + 1, actor_id = excluded.actor_id, created_at = now()`

/**
 * Removes a withdrawn like from the author's unread notification about likes of a post. Returns whether the author has
 * read such a notification since `likedAt`.
 */
export async function removeLike(tx: Transaction, playerId: string, postId: number, likedAt: Date): Promise<boolean> {
  await recountLikes(tx, [postId])
  const values = [playerId, postId, likedAt.toISOString()]
  return (await preparedIn(tx, 'is-like-read', IS_LIKE_READ, values)).length > 0
}

const IS_LIKE_READ = `
  select from notifications
  where player_id = $1::uuid and post_id = $2::int and kind = 'like' and read_at >= $3::timestamptz limit 1`

/**
 * Updates the authors' unread notifications about likes of these posts after likes were deleted. Each then counts the
 * remaining likes since the author last read such a notification, except those across a block, and is deleted if there
 * are none. It never counts more than before: a notification that was read long ago is no longer stored.
 */
export async function recountLikes(tx: Transaction, postIds: number[]): Promise<void> {
  // Waits for concurrent likes, so that the next statement counts them.
  await preparedIn(tx, 'lock-like-notifications', LOCK_UNREAD, [postIds])
  await preparedIn(tx, 'recount-likes', RECOUNT_LIKES, [postIds])
}

const LOCK_UNREAD = `
  select from notifications where post_id = any ($1::int[]) and kind = 'like' and read_at is null
  order by id for update`

const RECOUNT_LIKES = `
  with counted as (
    select n.id, likes.times, likes.actor_id
    from notifications n cross join lateral (
      select count(*)::int as times, (array_agg(l.player_id order by l.created_at desc))[1] as actor_id
      from post_likes l where l.post_id = n.post_id and l.player_id <> n.player_id
        and l.created_at > (
          select coalesce(max(read_at), '-infinity') from notifications
          where player_id = n.player_id and post_id = n.post_id and kind = 'like'
        )
        and not ${blocked('l.player_id', 'n.player_id')}
    ) likes
    where n.post_id = any ($1::int[]) and n.kind = 'like' and n.read_at is null
  ), fewer as (
    update notifications n set times = least(n.times, c.times), actor_id = c.actor_id
    from counted c where n.id = c.id and n.read_at is null and c.times > 0
  )
  delete from notifications n using counted c where n.id = c.id and n.read_at is null and c.times = 0`
