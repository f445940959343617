import { data, href, redirect, useNavigate } from 'react-router'
import { playerOrLogin } from '../../accounts/require-player.server.ts'
import { readForm } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { clearDraft } from '../../forms/forget-draft.ts'
import { idOf, notFound, wantsPage } from '../../server/http/responses.server.ts'
import { countAttemptOf } from '../../server/http/count-attempts.server.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import type { Route } from './+types/comment-edit.page'
import { changeComment } from './change-comment.server.ts'
import { CommentEditForm } from './comment-edit-form.tsx'
import { COMMENT_BYTES, COMMENT_MESSAGES, commentRules, messageOf } from './comment-rules.ts'
import { findOwnComment } from './comments.server.ts'
import { commentEditDraftOf, commentHref } from '../community-href.ts'
import { NO_COMMENT_PAGE } from '../post-messages.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  const id = idOf(params.id, NO_COMMENT_PAGE)
  const player = await playerOrLogin(request, commentHref(id))
  const comment = await findOwnComment(player.id, id)
  if (!comment || comment.state === 'removed') throw notFound(NO_COMMENT_PAGE)
  return comment
}

/** POST: changes the signed-in player's comment. */
export async function action({ request, params }: Route.ActionArgs) {
  const id = idOf(params.id, COMMENT_MESSAGES.none)
  const player = await playerOrLogin(request, commentHref(id), COMMENT_MESSAGES.visitor)
  const { values, errors, refuse } = readForm(commentRules, await formOf(request, COMMENT_BYTES))
  if (errors) return refuse(errors)
  const wait = await countAttemptOf('edit', player.id)
  if (wait) return refuse({ form: tooManyMessage(wait, 'edit a comment') }, 429)
  const changed = await changeComment(player, id, values.content)
  if (!changed) throw notFound(COMMENT_MESSAGES.none)
  if (wantsPage(request)) return redirect(commentHref(id), 303)
  return data({ errors: null, changed, ...messageOf(changed) })
}

export async function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  const { changed: done, changeFailed: failed } = COMMENT_MESSAGES
  const answer = await sendForm(serverAction, { done, failed })
  if ('changed' in answer) clearDraft(commentEditDraftOf(params.id))
  return answer
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Edit your comment',
    description: 'Change one of your comments.',
    path: href('/comments/:id/edit', { id: params.id }),
    noindex: true,
  })
}

/** The inline edit form as a page, for browsers without JavaScript. */
export default function CommentEditPage({ loaderData: comment }: Route.ComponentProps) {
  const navigate = useNavigate()
  const goBack = () => void navigate(commentHref(comment.id))
  return (
    <div className="account-alone">
      <h1>Edit your comment</h1>
      <section className="text-card">
        <CommentEditForm comment={comment} onChanged={goBack} onCancel={goBack} />
      </section>
    </div>
  )
}
