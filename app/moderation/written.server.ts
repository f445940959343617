import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { cut } from '../lib/text.ts'
import type { Subject } from './subject.server.ts'
import { COMMENT_VERSION, POST_VERSION } from './text-version.server.ts'

/** A post or comment, with the data that a decision on it needs. */
export type Written = {
  kind: 'post' | 'comment'
  id: number
  /** For a post, its own id; for a comment, the id of its post. `postPlayerId` is the author of that post. */
  postId: number
  postPlayerId: string
  /** The game that the post is about; null for a comment. */
  gameId: number | null
  playerId: string
  username: string
  state: 'shown' | 'held' | 'removed'
  /** A hash of the text (text-version.server.ts). */
  version: string
  /** Empty for a comment or a post without a title. */
  title: string
}

/** The maximum number of characters of a title in a notification. */
const TITLE_TOLD = 60

/**
 * Finds the post or comment of a subject and locks it until the transaction ends. The locks also prevent the deletion
 * of its post and authors. Returns undefined if it no longer exists, and null for players and pictures.
 */
export async function findWritten(tx: Transaction, { kind, id }: Subject): Promise<Written | null | undefined> {
  if (kind !== 'post' && kind !== 'comment') return null
  const text = kind === 'post' ? FIND_POST : FIND_COMMENT
  const [written] = await preparedIn<Written>(tx, `written-${kind}`, text, [Number(id)])
  return written
}

/** Returns the name of a text in a notification, such as `Your post "Lamps"` or `Your comment`. */
export function nameOf({ kind, title }: Written): string {
  return kind === 'post' && title ? `Your post "${cut(title, TITLE_TOLD)}"` : `Your ${kind}`
}

// Use the same lock order as community/posts/open-post.server.ts: accounts, then the post, then its comments.
const FIND_POST = `
  with author as materialized (
    select a.id, a.username from posts p join players a on a.id = p.player_id where p.id = $1 for key share of a
  )
  select 'post' as kind, p.id, p.id as "postId", p.player_id as "postPlayerId", p.game_id as "gameId",
    p.player_id as "playerId", author.username, p.state, p.title,
    ${POST_VERSION} as version
  from author join posts p on p.player_id = author.id where p.id = $1 for no key update of p`

const FIND_COMMENT = `
  with authors as materialized (
    select a.id, a.username from players a
    where a.id in (
      select player_id from comments where id = $1
      union select p.player_id from comments c join posts p on p.id = c.post_id where c.id = $1)
    order by a.id for key share
  ), post as materialized (
    select p.id, p.player_id from posts p join authors on authors.id = p.player_id
    where p.id = (select post_id from comments where id = $1) for key share of p
  )
  select 'comment' as kind, c.id, c.post_id as "postId", post.player_id as "postPlayerId", null::int as "gameId",
    c.player_id as "playerId", a.username, c.state, '' as title,
    ${COMMENT_VERSION} as version
  from post join comments c on c.post_id = post.id join authors a on a.id = c.player_id
  where c.id = $1 for no key update of c`
