import type { PostType } from '../community/post-rules.ts'
import { prepared } from '../db/query.server.ts'
import { visible } from '../db/visible.server.ts'
import { cut } from '../lib/text.ts'
import type { FoundProfile } from './profile.server.ts'

/** A post as its author's profile shows it. */
export type PlayerPost = {
  id: number
  /** Empty if the post has no title. */
  title: string
  /** The beginning of the post's text. */
  content: string
  type: PostType
  likes: number
  comments: number
  /** An ISO string. */
  createdAt: string
  /** Always `shown` unless the viewer is the author. */
  state: 'shown' | 'held' | 'removed'
}

/** A page of posts. `after` is the cursor of the next page, or null. */
export type PlayerPosts = { posts: PlayerPost[]; after: number | null }

const CONTENT = 200

/**
 * Returns a page of the posts in a profile, newest first: at most `most`, with an id below `after`. The author sees all
 * of their posts, and others see only public posts. The list is empty if either player has blocked the other
 * (docs/product.md#blocks).
 */
export async function listPostsOf(
  { id, hasBlockedViewer, profile }: FoundProfile,
  most: number,
  after = NEWER_THAN_ALL,
): Promise<PlayerPosts> {
  if (hasBlockedViewer || profile.isBlocked) return { posts: [], after: null }
  const given = [id, after, most + 1]
  const rows =
    profile.viewer === 'self'
      ? await prepared<Row>('own-posts-of-profile', OWN, given)
      : await prepared<Row>('posts-of-profile', SHOWN, given)
  const posts = rows.slice(0, most).map(postOf)
  return { posts, after: rows.length > most ? (posts.at(-1)?.id ?? null) : null }
}

const NEWER_THAN_ALL = 2_147_483_647

type Row = Omit<PlayerPost, 'createdAt'> & { createdAt: Date }

function postOf({ content, createdAt, ...post }: Row): PlayerPost {
  return { ...post, content: cut(content, CONTENT), createdAt: createdAt.toISOString() }
}

const list = (which: string) => `
  select p.id, p.title, left(p.content, ${CONTENT + 50}) as content, p.type, p.state, p.created_at as "createdAt",
    n.likes, n.comments
  from (select * from posts where player_id = $1 and id < $2 ${which} order by id desc limit $3) p
  join post_counts n on n.post_id = p.id order by p.id desc`

const OWN = list('')
const SHOWN = list(`and ${visible()}`)
