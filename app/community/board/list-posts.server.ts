import { prepared } from '../../db/query.server.ts'
import { cut } from '../../lib/text.ts'
import { PLAYER_OF_TOKEN } from '../../server/sessions/session.server.ts'
import { cachedByKey } from '../../server/cache/data-cache.server.ts'
import { type BoardQuery, formatCursor } from './board-query.ts'
import { findIds, searchShape } from './find-posts.server.ts'
import { type Post, POST_TABLES, postColumns, postOf, type PostRow } from '../posts/find-post.server.ts'
import { CARD_CONTENT, POSTS_ON_PAGE } from '../post-rules.ts'

/**
 * A post on the board. `content` is its beginning, `isCut` whether there is more. `isLiked` and `isMine` refer to the
 * viewer.
 */
export type BoardPost = Post & { isCut: boolean; isLiked: boolean; isMine: boolean }

/** A page of a list. `next` is the cursor of the next page as text for a URL; null at the end. */
export type PostList = { posts: BoardPost[]; next: string | null }

/**
 * Returns a page of the board, at most POSTS_ON_PAGE posts (docs/product.md#board). Visitors get public posts, cached
 * for a minute. With a session token, posts by players across a block are omitted, and the player's own list contains
 * posts in any state.
 */
export function listPosts(query: BoardQuery, token: string | null): Promise<PostList> {
  if (token) return read(query, token)
  // Not cached, since two visitors rarely search for the same term within a minute.
  if (query.search) return read(query, null)
  const { tab, type, after } = query
  return cachedByKey('board', JSON.stringify([tab, type, after]), ['community'], () => read(query, null))
}

type Row = PostRow & { is_liked: boolean; is_mine: boolean | null }

async function read(query: BoardQuery, token: string | null): Promise<PostList> {
  const { name, text, values } = statementOf(query, token)
  const rows = await prepared<Row>(name, text, values)
  const posts = rows.slice(0, POSTS_ON_PAGE).map(boardPostOf)
  const last = rows.length > POSTS_ON_PAGE ? posts.at(-1) : undefined
  return { posts, next: last ? cursorOf(last, query) : null }
}

function boardPostOf(row: Row): BoardPost {
  const isMine = row.is_mine ?? false
  const post = postOf(row)
  const content = cut(post.content, CARD_CONTENT)
  const isCut = content !== post.content
  return { ...post, content, isCut, stateWhy: isMine ? post.stateWhy : '', isLiked: row.is_liked, isMine }
}

function cursorOf({ id, likes, comments }: BoardPost, { tab }: BoardQuery): string {
  return formatCursor({ id, score: tab === 'popular' ? likes + comments : null })
}

/** Returns the statement and its name. Each variant has a separate name, since prepared statements require that. */
function statementOf(query: BoardQuery, token: string | null): { name: string; text: string; values: unknown[] } {
  const values: unknown[] = [token]
  const ids = findIds((value) => `$${values.push(value)}`, query, POSTS_ON_PAGE + 1)
  const text = `
    select ${postColumns(`left(p.content, ${CARD_CONTENT + 1})`)}, p.player_id = me.id as is_mine,
      exists (select from post_likes l where l.post_id = p.id and l.player_id = me.id) as is_liked
    from (${ids}) found join (${POST_TABLES}) on p.id = found.id left join (select ${PLAYER_OF_TOKEN} as id) me on true
    order by ${query.tab === 'popular' ? 'n.score desc, ' : ''}p.id desc`
  const { tab, type, search } = query
  return {
    name: `board-${tab}${type ? '-of-type' : ''}${search ? `-search-${searchShape(search)}` : ''}`,
    text,
    values,
  }
}
