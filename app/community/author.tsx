import type { ReactNode } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { playerHref } from '../accounts/player-href.ts'
import type { Author } from './posts/find-post.server.ts'

type Props = {
  author: Author
  /** The time when it was written, as an ISO string. */
  at: string
  isEdited?: boolean
  /** Actions at the right. */
  children?: ReactNode
}

/**
 * The author and time of a post or comment. The picture and the name link to the profile, which opens as a dialog if
 * JavaScript is available.
 */
export function AuthorLine({ author, at, isEdited = false, children }: Props) {
  const { username, avatar, frame } = author
  const profile = { href: playerHref(username), 'data-profile': username }
  return (
    <div className="author">
      <a {...profile} className="author-face" tabIndex={-1} aria-hidden="true">
        <Avatar name={username} src={avatar} frame={frame} />
      </a>
      <div className="author-words">
        <a {...profile} className="author-name">
          {username}
        </a>
        <span className="author-time">
          <RelativeTime at={at} />
          {isEdited && ' · edited'}
        </span>
      </div>
      {children}
    </div>
  )
}
