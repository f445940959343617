import { blocked } from '../db/blocked.server.ts'
import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'

/** A notification to create. `words`: the decision and its reason, without the operator's name. */
export type News =
  | { kind: 'comment'; postId: number; commentId: number; actorId: string }
  | { kind: 'like'; postId: number; actorId: string }
  | { kind: 'answer'; postId: number; commentId: number; actorId: string }
  | { kind: 'decision'; postId?: number; commentId?: number; words: string }

/** All fields of all kinds. */
type Notified = { [Key in 'postId' | 'commentId']?: number } & { kind: News['kind']; actorId?: string; words?: string }

/**
 * Creates a notification in the transaction of its event (docs/product.md, Community). Likes of a post share a line
 * until it is read; a comment or answer is notified only once, even if it is changed and published again. Players get
 * none about their own actions or across a block.
 */
export async function notify(tx: Transaction, playerId: string, news: News): Promise<void> {
  const { kind, postId, commentId, actorId, words = '' }: Notified = news
  if (actorId === playerId) return
  const values = [playerId, postId ?? null, commentId ?? null, actorId ?? null, words]
  await preparedIn(tx, `notify-${kind}`, NOTIFY[kind], values)
}

const tell = (kind: News['kind'], unless = '', otherwise = '') => `
  insert into notifications as n (player_id, kind, post_id, comment_id, actor_id, words)
  select $1::uuid, '${kind}', $2::int, $3::int, $4::uuid, $5::text
  where not ${blocked('$1::uuid', '$4::uuid')} ${unless} ${otherwise}`

const tellOnce = (kind: 'comment' | 'answer') =>
  tell(
    kind,
    `and not exists (select from notifications where comment_id = $3::int and kind = '${kind}' and player_id = $1::uuid)`,
  )

const NOTIFY: Record<News['kind'], string> = {
  comment: tellOnce('comment'),
  answer: tellOnce('answer'),
  like: tell(
    'like',
    '',
    `on conflict (post_id, player_id) where kind = 'like' and read_at is null
    do update set times = n.times + 1, actor_id = excluded.actor_id, created_at = now()`,
  ),
  decision: tell('decision'),
}

/**
 * Takes a withdrawn like back from the author's unread line, which then counts the remaining likes since the author
 * last read such a line, or is deleted if there are none. Returns whether the author has read a line since `likedAt`.
 */
export async function removeLike(tx: Transaction, playerId: string, postId: number, likedAt: Date): Promise<boolean> {
  const values = [playerId, postId, likedAt.toISOString()]
  const [found] = await preparedIn<{ wasRead: boolean }>(tx, 'take-back-like', TAKE_BACK_LIKE, values)
  return found?.wasRead ?? false
}

const IS_LINE = `player_id = $1::uuid and post_id = $2::int and kind = 'like'`

const TAKE_BACK_LIKE = `
  with since as (
    select coalesce(max(read_at), '-infinity') as at from notifications where ${IS_LINE} and read_at is not null
  ), likes as (
    select count(*)::int as times, (array_agg(player_id order by created_at desc))[1] as actor_id
    from post_likes, since where post_id = $2::int and player_id <> $1::uuid and created_at > since.at
  ), fewer as (
    update notifications set times = likes.times, actor_id = likes.actor_id
    from likes where ${IS_LINE} and read_at is null and likes.times > 0
  ), none as (
    delete from notifications using likes where ${IS_LINE} and read_at is null and likes.times = 0
  )
  select since.at >= $3::timestamptz as "wasRead" from since`
