import { MessageCircle, ThumbsUp } from 'lucide-react'
import { postHref } from '../community/community-href.ts'
import { TypeBadge } from '../community/type-badge.tsx'
import { countOf, formatCount } from '../lib/text.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { PlayerPost } from './posts-of-player.server.ts'

const NOTES = { shown: null, held: 'Pending review', removed: 'Removed by an operator' }

export function ProfilePosts({ posts }: { posts: PlayerPost[] }) {
  return (
    <ul className="profile-posts">
      {posts.map((post) => (
        <li key={post.id}>
          <ProfilePost post={post} />
        </li>
      ))}
    </ul>
  )
}

function ProfilePost({ post: { id, title, content, type, likes, comments, createdAt, state } }: { post: PlayerPost }) {
  return (
    <a className="profile-post" href={postHref(id)}>
      <span className="profile-post-head">
        <TypeBadge type={type} />
        {NOTES[state] && <span className="chip">{NOTES[state]}</span>}
        <RelativeTime at={createdAt} />
      </span>
      {title && <strong dir="auto">{title}</strong>}
      <span className="profile-post-words" dir="auto">
        {content}
      </span>
      <span className="profile-post-counts">
        <span aria-hidden="true">
          <ThumbsUp /> {formatCount(likes)}
        </span>
        <span aria-hidden="true">
          <MessageCircle /> {formatCount(comments)}
        </span>
        <span className="sr-only">
          {countOf(likes, 'like')}, {countOf(comments, 'comment')}
        </span>
      </span>
    </a>
  )
}
