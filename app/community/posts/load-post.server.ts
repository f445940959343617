import { blocked } from '../../db/blocked.server.ts'
import { prepared } from '../../db/query.server.ts'
import { visible } from '../../db/visible.server.ts'
import { PLAYER_OF_TOKEN } from '../../server/sessions/session.server.ts'
import { type CommentList, listComments } from '../comments/comments.server.ts'
import { type Post, POST_TABLES, postColumns, postOf, type PostRow } from './find-post.server.ts'

/** The content of a post's page. */
export type PostPage = CommentList & {
  post: Post
  /** Whether the viewer likes the post, and whether the viewer wrote it. */
  isLiked: boolean
  isMine: boolean
  /** The id of the comment marked as the answer, or null. */
  answer: number | null
  /** The id of the comment after which this page of comments begins. */
  after: number
}

/**
 * Returns a post and its comments after an id, or null if the viewer may not see it
 * (docs/product.md#pending-posts-and-comments). Visitors see public posts. Signed-in players also see their own posts,
 * but no posts across a block. Operators see posts in any state. Both queries run at the same time.
 */
export async function loadPost(id: number, after: number, token: string | null): Promise<PostPage | null> {
  const [[row], comments] = await Promise.all([
    prepared<PostRow & { is_liked: boolean; is_mine: boolean | null; answer: number | null }>('post-page', FIND, [
      token,
      id,
    ]),
    listComments(id, after, token),
  ])
  if (!row) return null
  const isMine = row.is_mine ?? false
  const post = postOf(row)
  return {
    ...comments,
    post: isMine ? post : { ...post, stateWhy: '' },
    isLiked: row.is_liked,
    isMine,
    answer: row.answer,
    after,
  }
}

/** Returns the full text of a post, since the board contains only its beginning; null if the viewer may not see it. */
export async function findContent(id: number, token: string | null): Promise<string | null> {
  const [row] = await prepared<{ content: string }>('post-content', FIND_CONTENT, [token, id])
  return row?.content ?? null
}

const ANSWER = `(
  select c.id from post_answers x join comments c on c.id = x.comment_id
  where x.post_id = p.id and p.type = 'question' and ${visible('c')} and not ${blocked('c.player_id', 'me.id')})`

const WHERE = `
  left join (select id, role from players where id = ${PLAYER_OF_TOKEN}) me on true
  where p.id = $2 and (${visible('p')} or p.player_id = me.id or me.role = 'operator')
    and not ${blocked('p.player_id', 'me.id')}`

const FIND_CONTENT = `select p.content from posts p ${WHERE}`

const FIND = `
  select ${postColumns('p.content')}, p.player_id = me.id as is_mine,
    exists (select from post_likes l where l.post_id = p.id and l.player_id = me.id) as is_liked, ${ANSWER} as answer
  from ${POST_TABLES} ${WHERE}`
