import { ArrowLeft, ArrowRight, LifeBuoy, MessageSquareText, UsersRound } from 'lucide-react'
import { href } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { blogPostHref } from './blog-href.ts'
import type { BlogPost } from './blog-posts.server.ts'

/** Help links below a post whose text does not mention help (docs/product.md#content-of-a-blog-post). */
export function NeedHelp() {
  return (
    <aside className="text-card blog-help" aria-labelledby="need-help">
      <h2 id="need-help">Need help?</h2>
      <p>Write to us, ask other players, or tell us what we could do better.</p>
      <div className="buttons">
        <ButtonLink href="/contact">
          <LifeBuoy aria-hidden="true" /> Contact Support
        </ButtonLink>
        <ButtonLink href={href('/community')}>
          <UsersRound aria-hidden="true" /> Join Community
        </ButtonLink>
        <ButtonLink href="/feedback">
          <MessageSquareText aria-hidden="true" /> Send Feedback
        </ButtonLink>
      </div>
    </aside>
  )
}

/** Links to the previous and the next post. */
export function Neighbours({ post: { older, newer } }: { post: Pick<BlogPost, 'older' | 'newer'> }) {
  if (!older && !newer) return null
  return (
    <nav className="blog-neighbours" aria-label="More posts">
      {older && (
        <a href={blogPostHref(older.slug)} rel="prev">
          <small>
            <ArrowLeft aria-hidden="true" /> Previous post
          </small>
          <span dir="auto">{older.title}</span>
        </a>
      )}
      {newer && (
        <a href={blogPostHref(newer.slug)} rel="next">
          <small>
            Next post <ArrowRight aria-hidden="true" />
          </small>
          <span dir="auto">{newer.title}</span>
        </a>
      )}
    </nav>
  )
}
