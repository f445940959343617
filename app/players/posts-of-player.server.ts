import type { PostType } from '../community/post-rules.ts'
import { prepared } from '../db/query.server.ts'
import { visible } from '../db/visible.server.ts'
import { cut } from '../lib/text.ts'
import type { FoundProfile } from './profile.server.ts'

/** A post in its author's profile. */
export type PlayerPost = {
  id: number
  /** Empty if it has none. */
  title: string
  /** The beginning of its text. */
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
 * Returns the posts of a profile, newest first, older than the id `after`. The author gets all of them, others only
 * public ones, and none if either has blocked the other (docs/product.md#blocks).
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
