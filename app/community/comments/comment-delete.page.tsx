import { data, href, redirect, useNavigate } from 'react-router'
import { playerOrLogin } from '../../accounts/require-player.server.ts'
import { sendForm } from '../../forms/send-form.ts'
import { staysWhenSent } from '../../forms/stays-when-sent.ts'
import { idOf, notFound, wantsPage } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/comment-delete.page'
import { deleteComment } from './change-comment.server.ts'
import { CommentDeleteButton, CommentDeleteFields, useCommentDeleteForm } from './comment-delete-form.tsx'
import { COMMENT_MESSAGES } from './comment-rules.ts'
import { findOwnComment } from './comments.server.ts'
import { commentHref, commentsHref } from '../community-href.ts'
import { NO_COMMENT_PAGE } from '../post-messages.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  const id = idOf(params.id, NO_COMMENT_PAGE)
  const player = await playerOrLogin(request, commentHref(id))
  const comment = await findOwnComment(player.id, id)
  if (!comment) throw notFound(NO_COMMENT_PAGE)
  return comment
}

/** POST: deletes the signed-in player's comment. */
export async function action({ request, params }: Route.ActionArgs) {
  const id = idOf(params.id, COMMENT_MESSAGES.none)
  const player = await playerOrLogin(request, commentHref(id), COMMENT_MESSAGES.visitor)
  const postId = await deleteComment(player, id)
  if (postId === null) throw notFound(COMMENT_MESSAGES.none)
  return wantsPage(request) ? redirect(commentsHref(postId), 303) : data({ errors: null })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: COMMENT_MESSAGES.deleted, failed: COMMENT_MESSAGES.deleteFailed })
}

/** A deleted comment cannot be loaded again. */
export const shouldRevalidate = staysWhenSent

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Delete your comment',
    description: 'Delete one of your comments.',
    path: href('/comments/:id/delete', { id: params.id }),
    noindex: true,
  })
}

/** The delete dialog as a page, for browsers without JavaScript. */
export default function CommentDeletePage({ loaderData: comment }: Route.ComponentProps) {
  const navigate = useNavigate()
  const form = useCommentDeleteForm(comment.id, () => void navigate(commentsHref(comment.postId)))
  return (
    <div className="account-alone">
      <h1>{COMMENT_MESSAGES.confirmDelete}</h1>
      <section className="text-card">
        <CommentDeleteFields form={form} content={comment.content} />
        <div className="form-actions">
          <ButtonLink look="quiet" href={commentHref(comment.id)}>
            Cancel
          </ButtonLink>
          <CommentDeleteButton form={form} />
        </div>
      </section>
    </div>
  )
}
