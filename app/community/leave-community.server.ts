import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { recountLikes } from '../notifications/notify.server.ts'
import { purgePages } from '../server/cache/purge.server.ts'

/**
 * Accounts are deleted one at a time, since each deletion updates the counts of many posts and deletes rows that other
 * deletions also count.
 */
const LEAVING_LOCK = 0x6c656176

/**
 * Deletes a player's likes and comments, and subtracts them from the counts of other players' posts and from those
 * players' unread notifications about likes. Call it before deleting the player, in the same transaction, with the
 * player's row locked. The player's own posts are deleted with the player, including their comments and likes.
 */
export async function removeReactionsAndComments(tx: Transaction, playerId: string): Promise<void> {
  await preparedIn(tx, 'lock-leaving', `select pg_advisory_xact_lock(${LEAVING_LOCK})`)
  // Locks the posts first, like open-post.server.ts.
  const rows = await preparedIn<{ id: number; isOthers: boolean }>(tx, 'leave-lock-posts', LOCK_POSTS, [playerId])
  const others = rows.filter(({ isOthers }) => isOthers).map(({ id }) => id)
  const removed = await preparedIn<Removed>(tx, 'leave-remove', REMOVE_ALL, [playerId])
  const liked = removed.filter(({ likes }) => likes > 0).map(({ id }) => id)
  await recountLikes(tx, liked)
  await preparedIn(tx, 'leave-take-back', TAKE_BACK, [JSON.stringify(removed), others])
  if (rows.length) await purgePages(['community', ...rows.map(({ id }) => `post:${id}` as const)], tx)
}

const LOCK_POSTS = `
  select id, player_id <> $1::uuid as "isOthers" from posts
  where player_id = $1::uuid
    or id in (select post_id from post_likes where player_id = $1::uuid)
    or id in (select post_id from comments where player_id = $1::uuid)
  order by id for key share`

/** A player's likes and comments of one post. Comments that are not shown are not counted. */
type Removed = { id: number; likes: number; comments: number }

const REMOVE_ALL = `
  with likes as (delete from post_likes where player_id = $1::uuid returning post_id),
  said as (delete from comments where player_id = $1::uuid returning post_id, state)
  select post_id as id, sum(likes)::int as likes, sum(comments)::int as comments from (
    select post_id, 1 as likes, 0 as comments from likes
    union all select post_id, 0, (state = 'shown')::int from said
  ) each group by post_id`

const TAKE_BACK = `
  update post_counts n set likes = n.likes - gone.likes, comments = n.comments - gone.comments
  from jsonb_to_recordset($1::jsonb) gone (id int, likes int, comments int)
  where n.post_id = gone.id and n.post_id = any ($2::int[])`
