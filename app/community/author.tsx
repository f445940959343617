import type { ReactNode } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { playerHref } from './community-href.ts'
import type { Author } from './post.server.ts'

type Props = {
  author: Author
  /** When it was written. */
  at: string
  isEdited?: boolean
  /** At the right: what can be done with it. */
  children?: ReactNode
}

/** Who wrote something, and when. Picture and name lead to the author's profile, which opens as a dialog where there is script. */
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
