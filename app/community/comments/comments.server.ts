import { blocked } from '../../db/blocked.server.ts'
import { prepared } from '../../db/query.server.ts'
import { visible } from '../../db/visible.server.ts'
import { PLAYER_OF_TOKEN } from '../../server/sessions/session.server.ts'
import { commentAnchor, postHref } from '../community-href.ts'
import { type Author, authorOf, type AuthorRow, type Post, type PostRow } from '../posts/find-post.server.ts'
import { COMMENTS_ON_PAGE } from '../post-rules.ts'

/** A comment as pages show it. */
export type ShownComment = Pick<Post, 'content' | 'createdAt' | 'editedAt' | 'state' | 'stateWhy'> & {
  id: number
  author: Author
  /** Whether the viewer wrote it. */
  isMine: boolean
}

/** Comments of a post, oldest first. `next` is the id after which the next page begins; null at the end. */
export type CommentList = { comments: ShownComment[]; next: number | null }

type CommentRow = Pick<PostRow, 'id' | 'content' | 'state' | 'state_why' | 'created_at' | 'edited_at'> &
  AuthorRow & { is_mine: boolean | null }

/**
 * Returns the comments on a post after an id, at most COMMENTS_ON_PAGE (docs/product.md#comments). With a session token
 * they include the player's own pending and removed comments, and omit comments by players across a block. Operators
 * see all comments.
 */
export async function listComments(postId: number, after: number, token: string | null): Promise<CommentList> {
  const rows = await prepared<CommentRow>('comments', LIST, [token, postId, after])
  const comments = rows.slice(0, COMMENTS_ON_PAGE).map(commentOf)
  return { comments, next: rows.length > COMMENTS_ON_PAGE ? (comments.at(-1)?.id ?? null) : null }
}

/** Finds a player's own comment in any state; returns null for any other comment. */
export async function findOwnComment(
  playerId: string,
  id: number,
): Promise<{ id: number; content: string; postId: number; state: Post['state'] } | null> {
  const [row] = await prepared<{ id: number; content: string; postId: number; state: Post['state'] }>(
    'own-comment',
    'select id, content, post_id as "postId", state from comments where id = $1 and player_id = $2',
    [id, playerId],
  )
  return row ?? null
}

/** Returns the path of a comment, on the right page of its post, or null if the viewer may not see it. */
export async function findCommentHref(id: number, token: string | null): Promise<string | null> {
  const [row] = await prepared<{ postId: number; before: number }>('comment-place', POSITION, [token, id])
  if (!row) return null
  return `${postHref(row.postId)}${row.before < COMMENTS_ON_PAGE ? '' : `?after=${id - 1}`}#${commentAnchor(id)}`
}

function commentOf(row: CommentRow): ShownComment {
  return {
    id: row.id,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    state: row.state,
    stateWhy: row.is_mine ? row.state_why : '',
    author: authorOf(row),
    isMine: row.is_mine ?? false,
  }
}

/** SQL: joins the viewer as `me`; null without a session. */
const ME = `left join (select id, role from players where id = ${PLAYER_OF_TOKEN}) me on true`

const MAY_SEE = `(${visible('c')} or c.player_id = me.id or me.role = 'operator')
  and not ${blocked('c.player_id', 'me.id')}`

const LIST = `
  select c.id, c.content, c.state, c.state_why, c.created_at, c.edited_at,
    a.username, a.full_name, a.avatar, a.frame, c.player_id = me.id as is_mine
  from comments c join players a on a.id = c.player_id ${ME}
  where c.post_id = $2 and c.id > $3 and ${MAY_SEE}
  order by c.id limit ${COMMENTS_ON_PAGE + 1}`

// Counts all comments: how many of them a viewer sees differs, and a link with `?after=` leads to the comment anyway.
const POSITION = `
  select c.post_id as "postId", (
    select count(*)::int from (
      select from comments o where o.post_id = c.post_id and o.id < c.id limit ${COMMENTS_ON_PAGE}
    ) before
  ) as before
  from comments c ${ME} where c.id = $2 and ${MAY_SEE}`
