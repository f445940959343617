import { listed } from '../../db/listed.server.ts'
import { gameHref } from '../../games/catalogue/games-href.ts'
import { pictureOf, type Picture } from '../../games/pictures/picture.server.ts'
import { fileHref } from '../../lib/file-href.ts'
import type { PostType } from '../post-rules.ts'

/** The author of a post or comment as others see them, without e-mail address and id. */
export type Author = { username: string; fullName: string; avatar: string | null; frame: string | null }

/** A post as pages show it. Dates are ISO strings. */
export type Post = {
  id: number
  /** Empty if the post has no title. */
  title: string
  content: string
  type: PostType
  tags: string[]
  redirectUrl: string | null
  redirectTitle: string
  media: { src: string; width: number | null; height: number | null } | null
  game: { slug: string; title: string; href: string; picture: Picture } | null
  likes: number
  comments: number
  createdAt: string
  editedAt: string | null
  /** If the state is not `shown`, only the author and operators see the post. */
  state: 'shown' | 'held' | 'removed'
  /**
   * For the author only: the reason why the post is pending (`first`, `word`), or the operator's reason for removing
   * it.
   */
  stateWhy: string
  author: Author
}

/** A row of `postColumns`. */
export type PostRow = {
  id: number
  title: string
  content: string
  type: PostType
  tags: string[]
  redirect_url: string | null
  redirect_title: string
  media_url: string | null
  media_width: number | null
  media_height: number | null
  state: Post['state']
  state_why: string
  created_at: Date
  edited_at: Date | null
  likes: number
  comments: number
  username: string
  full_name: string
  avatar: string | null
  frame: string | null
  game_id: number | null
  game_slug: string | null
  game_title: string | null
  image_url: string | null
  image_small_url: string | null
}

export type AuthorRow = Pick<PostRow, 'username' | 'full_name' | 'avatar' | 'frame'>

/** SQL: the columns of a PostRow, from POST_TABLES. `content` is an SQL expression for the text. */
export const postColumns = (
  content: string,
) => `p.id, p.title, ${content} as content, p.type, p.tags, p.redirect_url, p.redirect_title,
  p.media_url, p.media_width, p.media_height, p.state, p.state_why, p.created_at, p.edited_at,
  n.likes, n.comments, a.username, a.full_name, a.avatar, a.frame,
  g.id as game_id, g.slug as game_slug, g.title as game_title, g.image_url, g.image_small_url`

/** SQL: a post `p` with its counts `n`, its author `a`, and its game `g` if that is listed. */
export const POST_TABLES = `posts p join post_counts n on n.post_id = p.id join players a on a.id = p.player_id
  left join games g on g.id = p.game_id and ${listed('g')}`

export function postOf(row: PostRow): Post {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    type: row.type,
    tags: row.tags,
    redirectUrl: row.redirect_url,
    redirectTitle: row.redirect_title,
    media: row.media_url === null ? null : { src: row.media_url, width: row.media_width, height: row.media_height },
    game: gameOf(row),
    likes: row.likes,
    comments: row.comments,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    state: row.state,
    stateWhy: row.state_why,
    author: authorOf(row),
  }
}

export function authorOf({ username, full_name: fullName, avatar, frame }: AuthorRow): Author {
  return { username, fullName, avatar: avatar && fileHref(avatar), frame }
}

function gameOf(row: PostRow): Post['game'] {
  if (row.game_id === null || row.game_slug === null || row.game_title === null) return null
  const picture = pictureOf({ id: row.game_id, image_url: row.image_url, image_small_url: row.image_small_url })
  return { slug: row.game_slug, title: row.game_title, href: gameHref(row.game_slug), picture }
}

/**
 * SQL for a query over `players p`: the usernames of players whom the player has blocked or who have blocked the
 * player, as JSON. They are looked up one by one, since many players may block one player.
 */
export const HIDDEN_NAMES = `(
  select coalesce(json_agg((select username from players where id = b.id)), '[]') from (
    select blocked_id as id from player_blocks where player_id = p.id
    union select player_id from player_blocks where blocked_id = p.id
  ) b)`
