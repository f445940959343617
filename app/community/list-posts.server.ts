import { prepared } from '../db/query.server.ts'
import { cut } from '../lib/text.ts'
import { PLAYER_OF_TOKEN } from '../server/session.server.ts'
import { cachedByKey } from '../server/data-cache.server.ts'
import { type BoardQuery, writePlace } from './board-query.ts'
import { findIds, searchShape } from './find-posts.server.ts'
import { type Post, POST_TABLES, postColumns, postOf, type PostRow } from './post.server.ts'
import { CARD_CONTENT, POSTS_ON_PAGE } from './post-rules.ts'

/** A post on the board: `content` is how it begins, `isCut` whether it goes on. `isLiked` and `isMine` are of the player who looks. */
export type BoardPost = Post & { isCut: boolean; isLiked: boolean; isMine: boolean }

/** Posts of a list; `next` is the place after which it goes on, as addresses have it, and null at its end. */
export type PostList = { posts: BoardPost[]; next: string | null }

/**
 * The posts of the board that are asked for, 20 at most (docs/product.md, Community): for visitors those that everybody may see, read
 * at most once a minute; with the token of a session those of no player with whom its player has fallen out, and their own with
 * whatever has become of them.
 */
export function listPosts(asked: BoardQuery, token: string | null): Promise<PostList> {
  if (token) return read(asked, token)
  // Nobody searches for the same within a minute.
  if (asked.search) return read(asked, null)
  const { tab, type, after } = asked
  return cachedByKey('board', JSON.stringify([tab, type, after]), ['community'], () => read(asked, null))
}

type Row = PostRow & { is_liked: boolean; is_mine: boolean | null }

async function read(asked: BoardQuery, token: string | null): Promise<PostList> {
  const { name, text, values } = statementOf(asked, token)
  const rows = await prepared<Row>(name, text, values)
  const posts = rows.slice(0, POSTS_ON_PAGE).map(boardPostOf)
  const last = rows.length > POSTS_ON_PAGE ? posts.at(-1) : undefined
  return { posts, next: last ? placeOf(last, asked) : null }
}

function boardPostOf(row: Row): BoardPost {
  const isMine = row.is_mine ?? false
  const post = postOf(row)
  const content = cut(post.content, CARD_CONTENT)
  const isCut = content !== post.content
  return { ...post, content, isCut, stateWhy: isMine ? post.stateWhy : '', isLiked: row.is_liked, isMine }
}

function placeOf({ id, likes, comments }: BoardPost, { tab }: BoardQuery): string {
  return writePlace({ id, score: tab === 'popular' ? likes + comments : null })
}

/** A statement has a name for each shape that it may take. */
function statementOf(asked: BoardQuery, token: string | null): { name: string; text: string; values: unknown[] } {
  const values: unknown[] = [token]
  const ids = findIds((value) => `$${values.push(value)}`, asked, POSTS_ON_PAGE + 1)
  const text = `
    select ${postColumns(`left(p.content, ${CARD_CONTENT + 1})`)}, p.player_id = me.id as is_mine,
      exists (select from post_likes l where l.post_id = p.id and l.player_id = me.id) as is_liked
    from (${ids}) found join (${POST_TABLES}) on p.id = found.id left join (select ${PLAYER_OF_TOKEN} as id) me on true
    order by ${asked.tab === 'popular' ? 'n.score desc, ' : ''}p.id desc`
  const { tab, type, search } = asked
  return {
    name: `board-${tab}${type ? '-of-type' : ''}${search ? `-search-${searchShape(search)}` : ''}`,
    text,
    values,
  }
}
