import { formatCount } from '../../lib/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { focusOnceThere } from '../../ui/floating/focus-if-lost.ts'
import { opens } from '../../ui/floating/opens.ts'
import { SectionHeader } from '../../ui/section-header.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { ShownComment } from './comments.server.ts'
import { commentAnchor, commentsHref } from '../community-href.ts'
import type { PostPage } from '../posts/load-post.server.ts'
import { useComments } from './use-comments.ts'

/** The comments below a post, oldest first, and the comment form (docs/product.md#comments). */
export function CommentList({ page }: { page: PostPage }) {
  const { post, after, answer } = page
  const mayMark = page.isMine && post.type === 'question' && post.state === 'shown'
  const { comments, later, next, isBusy, loadMore, put, remove } = useComments(post.id, page)

  async function showMore(): Promise<void> {
    const first = await loadMore()
    // Runs after rendering, since the focused button may have been removed.
    if (first) focusOnceThere(commentAnchor(first.id))
  }

  const item = (comment: ShownComment) => (
    <CommentItem
      key={comment.id}
      comment={comment}
      isAnswer={comment.id === answer}
      mayMark={mayMark}
      onChanged={put}
      onDeleted={() => remove(comment.id)}
    />
  )
  return (
    <section id="comments" tabIndex={-1} aria-labelledby="comments-title" className="comments">
      <SectionHeader
        id="comments-title"
        title={post.comments ? `Comments (${formatCount(post.comments)})` : 'Comments'}
      />
      {after > 0 && <ButtonLink href={commentsHref(post.id)}>Show previous comments</ButtonLink>}
      {comments.length > 0 && <ol className="comment-list">{comments.map(item)}</ol>}
      {next !== null && (
        <ButtonLink
          href={commentsHref(post.id, next)}
          aria-disabled={isBusy || undefined}
          onClick={opens(() => void showMore())}
        >
          {isBusy ? 'Loading...' : 'Show more comments'}
        </ButtonLink>
      )}
      {later.length > 0 && <ol className="comment-list">{later.map(item)}</ol>}
      {!comments.length && !later.length && <p className="quiet">No comments yet.</p>}
      <CommentForm postId={post.id} state={post.state} onAdded={put} />
    </section>
  )
}
