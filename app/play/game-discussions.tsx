import { MessageSquarePlus } from 'lucide-react'
import { postHref, newPostHref } from '../community/community-href.ts'
import type { Discussion } from '../community/board/list-discussions.server.ts'
import { TypeBadge } from '../community/type-badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { SectionHeader } from '../ui/section-header.tsx'

type Props = { game: { slug: string; title: string }; discussions: Discussion[] }

/** The latest posts about a game, and a link to write one. */
export function GameDiscussions({ game: { slug, title }, discussions }: Props) {
  return (
    <section className="discussions" aria-labelledby="discussions">
      <SectionHeader id="discussions" title="Discussions and tips" />
      {discussions.length > 0 ? (
        <ul>
          {discussions.map((post) => (
            <li key={post.id} className="text-card">
              <TypeBadge type={post.type} />
              <p dir="auto">
                <a href={postHref(post.id)}>{post.title || post.text}</a>
              </p>
              {post.title && (
                <p className="discussion-text" dir="auto">
                  {post.text}
                </p>
              )}
              <p className="discussion-by">
                {post.author.username}, <RelativeTime at={post.at} />
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p>Nobody has written about {title} yet. Know a trick, or stuck somewhere?</p>
      )}
      <ButtonLink href={newPostHref({ game: slug })}>
        <MessageSquarePlus aria-hidden="true" /> Ask a question or share a tip
      </ButtonLink>
    </section>
  )
}
